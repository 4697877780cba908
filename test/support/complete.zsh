# Prints what zsh offers for a line, one match a line: complete.zsh SCRIPT LINE
# A second zsh runs on a pseudo-terminal, where the tab key is pressed; its compadd prints what it is given.
zmodload zsh/zpty
zpty shell "PS1= PS2= zsh -f -i"
send() { zpty -w shell "$*" }
# Echoed commands contain no marker, because it is put together only when it is printed.
send "stty -echo; PROMPT=; unsetopt prompt_sp zle_bracketed_paste 2>/dev/null; unset zle_bracketed_paste"
send "autoload -Uz compinit && compinit -u -D"
send "zstyle ':completion:*' verbose no"
send "source ${(q)1}"
send "compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd \"\$@\"; return \$?; fi
  local -a captured; builtin compadd -A captured \"\$@\"
  local match; for match in \$captured; do print -r -- \"MATCH\"\":\$match:\"; done
  builtin compadd \"\$@\"
}"
send "finish() { print -r -- \"EN\"\"D:\"; exit }; zle -N finish; bindkey '^X' finish"
zpty -w -n shell "$2"$'\t'$'\x18'
while zpty -r shell line; do
  line=${line//$'\r'/}
  [[ $line == *END:* ]] && break
  print -r -- "$line"
done | grep -o 'MATCH:[^:]*:' | sed 's/^MATCH://; s/:$//'
zpty -d shell
