import { readerLocale } from '../time/reader-locale.ts'

/** After how many users more than usual, or fewer, a guard is against where the event comes to be twice or half as frequent. */
export type SeenAfter = { readonly name: string; readonly worse: 'more' | 'less'; readonly extra: number }

/** When guards notice that what they watch doubles or halves: `If “failed” doubles, it’s seen after about 40 extra users. ` */
export function seenAfterText(seen: readonly SeenAfter[]): string {
  const [more, less] = (['more', 'less'] as const).map((way) => seen.filter(({ worse }) => worse === way))
  const doubled = more?.length ? `If ${what(more)} doubles, it’s seen after about ${about(more)} extra users. ` : ''
  const halved = less?.length ? `If ${what(less)} halves, it’s seen once about ${about(less)} users are missing. ` : ''
  return doubled + halved
}

const what = (seen: readonly SeenAfter[]): string => {
  const [only] = seen
  return seen.length === 1 && only ? `“${only.name}”` : 'one of them'
}

/** Rounded up, since it is an expectation: to tens, and to two digits from a hundred on. */
const about = (seen: readonly SeenAfter[]): string => {
  const most = Math.max(...seen.map(({ extra }) => extra))
  const to = 10 ** Math.max(1, Math.floor(Math.log10(most)) - 1)
  return (Math.ceil(most / to) * to).toLocaleString(readerLocale)
}
