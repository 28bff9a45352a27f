/** As much of a token of the markdown's parser as is looked at. */
type Token = { type: string; tag: string; content: string }

/** A column without a name has no head: a cell of a head that says nothing is a cell like others. */
export function emptyHeads({ tokens }: { tokens: Token[] }): void {
  for (const [at, { type }] of tokens.entries()) {
    const [open, inside, close] = tokens.slice(at, at + 3)
    if (type !== 'th_open' || open === undefined || close === undefined || inside?.content.trim() !== '') continue
    open.tag = 'td'
    close.tag = 'td'
  }
}
