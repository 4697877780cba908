# Prints what bash offers for a line, one match a line: complete.bash SCRIPT LINE
source "$1"
read -ra COMP_WORDS <<<"$2"
if [[ $2 == *' ' ]]; then COMP_WORDS+=(''); fi
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
"$(complete -p campaign-desk | sed 's/.*-F \([^ ]*\) .*/\1/')"
printf '%s\n' "${COMPREPLY[@]}"
