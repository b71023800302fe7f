"""The mapping of roles and states of UI Automation, AT-SPI, Android and ARIA to omnigym's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from omnigym.a11y.roles import Role, State

__all__ = ["ROLE_FROM", "STATE_FROM", "role_from"]


def _roles(source: Mapping[str, Sequence[str]]) -> Mapping[str, Role]:
    return MappingProxyType({name.casefold(): Role[role] for role, names in source.items() for name in names})


#: For each native vocabulary, its role names (letter case ignored) and the `Role` each becomes.
ROLE_FROM: Mapping[str, Mapping[str, Role]] = MappingProxyType(
    {
        # UI Automation control types
        "uia": _roles(
            {
                "WINDOW": ["Window"],
                "PANE": ["Pane"],
                "GROUP": ["Group", "Custom", "SemanticZoom"],
                "TOOLBAR": ["ToolBar", "AppBar"],
                "MENUBAR": ["MenuBar"],
                "MENU": ["Menu"],
                "MENU_ITEM": ["MenuItem"],
                "BUTTON": ["Button"],
                "SPLIT_BUTTON": ["SplitButton"],
                "CHECKBOX": ["CheckBox"],
                "RADIO": ["RadioButton"],
                "COMBOBOX": ["ComboBox"],
                "LIST": ["List"],
                "LIST_ITEM": ["ListItem"],
                "TREE": ["Tree"],
                "TREE_ITEM": ["TreeItem"],
                "TABLE": ["Table", "DataGrid"],
                "ROW": ["DataItem"],
                "COLUMN_HEADER": ["HeaderItem", "Header"],
                "TAB_LIST": ["Tab"],
                "TAB": ["TabItem"],
                "TEXT": ["Text"],
                "LINK": ["Hyperlink"],
                "TEXT_FIELD": ["Edit"],
                "DOCUMENT": ["Document"],
                "IMAGE": ["Image"],
                "SLIDER": ["Slider"],
                "SPINNER": ["Spinner"],
                "PROGRESS": ["ProgressBar"],
                "SCROLLBAR": ["ScrollBar", "Thumb"],
                "SEPARATOR": ["Separator"],
                "STATUSBAR": ["StatusBar"],
                "TITLEBAR": ["TitleBar"],
                "TOOLTIP": ["ToolTip"],
                "CALENDAR": ["Calendar"],
            }
        ),
        # AT-SPI role names
        "atspi": _roles(
            {
                "WINDOW": ["frame", "window"],
                "DIALOG": ["dialog", "file chooser", "color chooser", "font chooser", "option pane"],
                "ALERT": ["alert", "info bar"],
                "DESKTOP": ["desktop frame", "desktop icon", "application"],
                "PANE": [
                    "panel",
                    "viewport",
                    "split pane",
                    "layered pane",
                    "root pane",
                    "glass pane",
                    "internal frame",
                    "section",
                    "block quote",
                ],
                "GROUP": ["filler", "grouping", "form", "landmark", "redundant object"],
                "TOOLBAR": ["tool bar"],
                "MENUBAR": ["menu bar"],
                "MENU": ["menu", "popup menu"],
                "MENU_ITEM": ["menu item", "check menu item", "radio menu item", "tearoff menu item"],
                "BUTTON": ["push button", "button"],
                "TOGGLE": ["toggle button"],
                "SPLIT_BUTTON": ["push button menu"],
                "CHECKBOX": ["check box"],
                "RADIO": ["radio button"],
                "SWITCH": ["switch"],
                "COMBOBOX": ["combo box"],
                "LIST": ["list", "list box", "description list"],
                "LIST_ITEM": ["list item", "description term", "description value"],
                "TREE": ["tree"],
                "TREE_ITEM": ["tree item"],
                "TABLE": ["table", "tree table"],
                "ROW": ["table row"],
                "CELL": ["table cell"],
                "COLUMN_HEADER": ["table column header", "column header"],
                "ROW_HEADER": ["table row header", "row header"],
                "TAB_LIST": ["page tab list"],
                "TAB": ["page tab"],
                "TEXT": ["label", "static", "caption", "text block"],
                "HEADING": ["heading", "header"],
                "PARAGRAPH": ["paragraph", "article"],
                "LINK": ["link"],
                "TEXT_FIELD": ["text", "entry", "password text", "date editor", "autocomplete", "editbar"],
                "DOCUMENT": [
                    *("document frame", "document text", "document web", "document email"),
                    *("document spreadsheet", "document presentation", "html container"),
                ],
                "IMAGE": ["image", "image map"],
                "ICON": ["icon"],
                "SLIDER": ["slider", "dial"],
                "SPINNER": ["spin button"],
                "PROGRESS": ["progress bar", "level bar"],
                "SCROLLBAR": ["scroll bar"],
                "SCROLL_PANE": ["scroll pane"],
                "SEPARATOR": ["separator"],
                "STATUSBAR": ["status bar"],
                "TITLEBAR": ["title bar"],
                "TOOLTIP": ["tool tip"],
                "NOTIFICATION": ["notification"],
                "CANVAS": ["canvas", "drawing area"],
                "MEDIA": ["video", "audio", "animation"],
                "TERMINAL": ["terminal"],
                "CALENDAR": ["calendar"],
            }
        ),
        # Android view classes
        "android": _roles(
            {
                "GROUP": [
                    *("android.view.ViewGroup", "android.widget.FrameLayout", "android.widget.LinearLayout"),
                    *("android.widget.RelativeLayout", "android.view.View", "android.widget.TableLayout"),
                ],
                "BUTTON": ["android.widget.Button", "android.widget.ImageButton"],
                "TOOLBAR": ["android.widget.Toolbar", "androidx.appcompat.widget.Toolbar"],
                "MENU_ITEM": ["android.view.MenuItem"],
                "TOGGLE": ["android.widget.ToggleButton"],
                "CHECKBOX": ["android.widget.CheckBox"],
                "RADIO": ["android.widget.RadioButton"],
                "SWITCH": ["android.widget.Switch"],
                "COMBOBOX": ["android.widget.Spinner"],
                "LIST": [
                    "android.widget.ListView",
                    "androidx.recyclerview.widget.RecyclerView",
                    "android.widget.GridView",
                ],
                "TAB": ["androidx.appcompat.app.ActionBar$Tab", "android.app.ActionBar$Tab"],
                "TAB_PANEL": ["androidx.viewpager.widget.ViewPager", "androidx.viewpager2.widget.ViewPager2"],
                "SPINNER": ["android.widget.NumberPicker"],
                "SEARCH_FIELD": ["android.widget.SearchView$SearchAutoComplete"],
                "TAB_LIST": ["android.widget.TabWidget"],
                "TEXT": ["android.widget.TextView", "android.widget.CheckedTextView"],
                "TEXT_FIELD": ["android.widget.EditText", "android.widget.AutoCompleteTextView"],
                "DOCUMENT": ["android.webkit.WebView"],
                "IMAGE": ["android.widget.ImageView"],
                "SLIDER": ["android.widget.SeekBar"],
                "PROGRESS": ["android.widget.ProgressBar"],
                "SCROLL_PANE": ["android.widget.ScrollView", "android.widget.HorizontalScrollView"],
                "MEDIA": ["android.widget.VideoView", "android.view.SurfaceView"],
                "DIALOG": ["android.app.Dialog", "android.app.AlertDialog"],
                "NOTIFICATION": ["android.widget.Toast"],
                "KEYBOARD": ["android.inputmethodservice.Keyboard"],
                "CALENDAR": ["android.widget.DatePicker", "android.widget.CalendarView", "android.widget.TimePicker"],
            }
        ),
        # WAI-ARIA roles, and the names that Chromium's tree adds
        "aria": _roles(
            {
                "WINDOW": ["application", "RootWebArea", "WebArea"],
                "DIALOG": ["dialog"],
                "ALERT": ["alert", "alertdialog"],
                "PANE": ["region", "main", "complementary", "contentinfo", "banner", "navigation", "Iframe"],
                "GROUP": [
                    "group",
                    "generic",
                    "form",
                    "search",
                    "none",
                    "presentation",
                    "feed",
                    "figure",
                    "radiogroup",
                    "Section",
                ],
                "TOOLBAR": ["toolbar"],
                "MENUBAR": ["menubar"],
                "MENU": ["menu", "MenuListPopup"],
                "MENU_ITEM": ["menuitem", "menuitemcheckbox", "menuitemradio", "MenuListOption"],
                "BUTTON": ["button", "PopUpButton"],
                "TOGGLE": ["ToggleButton"],
                "CHECKBOX": ["checkbox"],
                "RADIO": ["radio"],
                "SWITCH": ["switch"],
                "COMBOBOX": ["combobox", "ComboBoxMenuButton", "ComboBoxGrouping"],
                "LIST": ["list", "listbox", "DescriptionList"],
                "LIST_ITEM": ["listitem", "option", "term", "definition"],
                "TREE": ["tree"],
                "TREE_ITEM": ["treeitem"],
                "TABLE": ["table", "grid", "treegrid"],
                "ROW": ["row", "rowgroup"],
                "CELL": ["cell", "gridcell"],
                "COLUMN_HEADER": ["columnheader"],
                "ROW_HEADER": ["rowheader"],
                "TAB_LIST": ["tablist"],
                "TAB": ["tab"],
                "TAB_PANEL": ["tabpanel"],
                "TEXT": ["text", "StaticText", "InlineTextBox", "LabelText", "caption", "legend", "time", "note"],
                "HEADING": ["heading"],
                "PARAGRAPH": ["paragraph", "article", "blockquote", "code", "strong", "emphasis"],
                "LINK": ["link"],
                "TEXT_FIELD": ["textbox", "TextField"],
                "SEARCH_FIELD": ["searchbox"],
                "DOCUMENT": ["document"],
                "IMAGE": ["img", "image"],
                "SLIDER": ["slider"],
                "SPINNER": ["spinbutton"],
                "PROGRESS": ["progressbar", "meter"],
                "SCROLLBAR": ["scrollbar"],
                "SEPARATOR": ["separator"],
                "STATUSBAR": ["status", "log", "marquee", "timer"],
                "TOOLTIP": ["tooltip"],
                "CANVAS": ["Canvas"],
                "MEDIA": ["Video", "Audio"],
                "CALENDAR": ["Date"],
            }
        ),
    }
)

#: For each native vocabulary, its state names and the `State` each sets.
STATE_FROM: Mapping[str, Mapping[str, State]] = MappingProxyType(
    {
        "uia": MappingProxyType(
            {
                "IsEnabled": State.ENABLED,
                "IsKeyboardFocusable": State.FOCUSABLE,
                "HasKeyboardFocus": State.FOCUSED,
                "IsSelected": State.SELECTED,
                "ToggleState": State.CHECKED,
                "IsExpanded": State.EXPANDED,
                "IsPassword": State.PASSWORD,
                "IsModal": State.MODAL,
                "IsScrollable": State.SCROLLABLE,
            }
        ),
        "atspi": MappingProxyType(
            {
                "enabled": State.ENABLED,
                "showing": State.VISIBLE,
                "focusable": State.FOCUSABLE,
                "focused": State.FOCUSED,
                "editable": State.EDITABLE,
                "selectable": State.SELECTABLE,
                "selected": State.SELECTED,
                "checkable": State.CHECKABLE,
                "checked": State.CHECKED,
                "expandable": State.EXPANDABLE,
                "expanded": State.EXPANDED,
                "active": State.ACTIVE,
                "modal": State.MODAL,
                "multi-line": State.MULTILINE,
                "pressed": State.PRESSED,
                "invalid-entry": State.INVALID,
                "busy": State.BUSY,
                "required": State.REQUIRED,
                "is-default": State.DEFAULT,
            }
        ),
        "android": MappingProxyType(
            {
                "enabled": State.ENABLED,
                "focusable": State.FOCUSABLE,
                "focused": State.FOCUSED,
                "clickable": State.CLICKABLE,
                "long-clickable": State.LONG_CLICKABLE,
                "scrollable": State.SCROLLABLE,
                "checkable": State.CHECKABLE,
                "checked": State.CHECKED,
                "selected": State.SELECTED,
                "password": State.PASSWORD,
            }
        ),
        "aria": MappingProxyType(
            {
                "focusable": State.FOCUSABLE,
                "focused": State.FOCUSED,
                "editable": State.EDITABLE,
                "selected": State.SELECTED,
                "checked": State.CHECKED,
                "expanded": State.EXPANDED,
                "pressed": State.PRESSED,
                "modal": State.MODAL,
                "multiline": State.MULTILINE,
                "invalid": State.INVALID,
                "busy": State.BUSY,
                "required": State.REQUIRED,
            }
        ),
    }
)


def role_from(vocabulary: str, name: str) -> Role:
    """Return the role of a native name.

    >>> role_from("atspi", "push button")
    <Role.BUTTON: 12>
    >>> role_from("aria", "no such thing")
    <Role.UNKNOWN: 0>
    """
    return ROLE_FROM[vocabulary].get(name.casefold(), Role.UNKNOWN)
