// How an episode's end is told to a person.

const ENDS = {
  success: "All parts are done",
  false_completion: "Not all parts were done",
  fail_declared: "Given up",
  reach_step_limit: "The steps are used up",
  invalid_action: "Too many invalid actions",
  no_progress: "Too many steps without progress",
  device_error: "The device failed",
};

export const endWords = (end) => ENDS[end] ?? String(end).replaceAll("_", " ");
