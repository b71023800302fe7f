#!/usr/bin/env bash
# GRPO of Qwen2.5-VL-7B on omnigym with verl 0.9.1 and vLLM, on one machine with 8 GPUs of 80 GB. Not run.
#
#     pip install verl vllm 'omnigym[serve]'
#     export OMNIGYM_SERVE_TOKEN=$(openssl rand -hex 16)
#     omnigym serve --env OmniBench-Win11-v0 --port 8660 --max-environments 512 &
#     bash examples/trainers/verl/run_qwen2_5_vl_7b.sh [OVERRIDE...]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export PYTHONPATH="$here${PYTHONPATH:+:$PYTHONPATH}"
tasks=${TASKS:-"suite:hello level:1"}
python "$here/omnigym_agent_loop.py" train.parquet --tasks "$tasks" --split train --seeds 4
python "$here/omnigym_agent_loop.py" heldout.parquet --tasks "$tasks" --split heldout

python -m verl.trainer.main_ppo \
    algorithm.adv_estimator=grpo \
    algorithm.use_kl_in_reward=False \
    data.train_files=train.parquet \
    data.val_files=heldout.parquet \
    data.train_batch_size=32 \
    data.max_prompt_length=4096 \
    data.max_response_length=16384 \
    data.return_raw_chat=True \
    actor_rollout_ref.model.path="${MODEL:-Qwen/Qwen2.5-VL-7B-Instruct}" \
    actor_rollout_ref.model.enable_gradient_checkpointing=True \
    actor_rollout_ref.model.use_remove_padding=True \
    actor_rollout_ref.actor.optim.lr=1e-6 \
    actor_rollout_ref.actor.ppo_mini_batch_size=16 \
    actor_rollout_ref.actor.use_dynamic_bsz=True \
    actor_rollout_ref.actor.ppo_max_token_len_per_gpu=24576 \
    actor_rollout_ref.actor.use_kl_loss=True \
    actor_rollout_ref.actor.kl_loss_coef=0.001 \
    actor_rollout_ref.actor.kl_loss_type=low_var_kl \
    actor_rollout_ref.actor.entropy_coeff=0 \
    actor_rollout_ref.rollout.name="${ENGINE:-vllm}" \
    actor_rollout_ref.rollout.mode=async \
    actor_rollout_ref.rollout.n=8 \
    actor_rollout_ref.rollout.tensor_model_parallel_size=1 \
    actor_rollout_ref.rollout.gpu_memory_utilization=0.6 \
    actor_rollout_ref.rollout.calculate_log_probs=True \
    +actor_rollout_ref.rollout.limit_images=16 \
    actor_rollout_ref.rollout.agent.num_workers=8 \
    actor_rollout_ref.rollout.agent.agent_loop_config_path="$here/agent.yaml" \
    actor_rollout_ref.rollout.agent.default_agent_loop=omnigym \
    trainer.n_gpus_per_node=8 \
    trainer.nnodes=1 \
    trainer.total_epochs=5 \
    trainer.test_freq=10 \
    trainer.save_freq=20 \
    trainer.project_name=omnigym \
    trainer.experiment_name=qwen2_5_vl_7b \
    "$@"
