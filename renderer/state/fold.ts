/** Lower case without accents, which not every keyboard has: “ete” finds “Été”. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}
