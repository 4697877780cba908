; Included by electron-builder in the NSIS installer. Links must not become switches or further arguments, so
; they come after "--", where Chromium and the application read no switches.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\campaign-desk" "" "URL:Campaign Desk Link"
  WriteRegStr SHELL_CONTEXT "Software\Classes\campaign-desk" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\campaign-desk\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\campaign-desk\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\campaign-desk"
!macroend
