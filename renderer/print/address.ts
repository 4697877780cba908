/** Asks the page's own address for something; it is the only place that it can ask. */
export async function ask<Value>(name: string): Promise<Value> {
  const answer = await fetch(name)
  if (!answer.ok) throw new Error(`There is no ${name} to be printed.`)
  return (await answer.json()) as Value
}

/** Tells main something by asking for it. */
export async function told(name: string): Promise<void> {
  await fetch(name)
}
