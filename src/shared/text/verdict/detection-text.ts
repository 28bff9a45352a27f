import { readerLocale } from '../time/reader-locale.ts'

/** After how many more or fewer users than usual a guard detects that the frequency of its event doubled or halved. */
export type DetectionSize = { readonly name: string; readonly worse: 'more' | 'less'; readonly extra: number }

/**
 * Describes when guards detect that their event doubles or halves: `If “failed” doubles, it’s seen after about 40 extra
 * users. `
 */
export function detectionText(seen: readonly DetectionSize[]): string {
  const [more, less] = (['more', 'less'] as const).map((way) => seen.filter(({ worse }) => worse === way))
  const doubled = more?.length
    ? `If ${eventNameOf(more)} doubles, it’s seen after about ${roundedSize(more)} extra users. `
    : ''
  const halved = less?.length
    ? `If ${eventNameOf(less)} halves, it’s seen once about ${roundedSize(less)} users are missing. `
    : ''
  return doubled + halved
}

const eventNameOf = (seen: readonly DetectionSize[]): string => {
  const [only] = seen
  return seen.length === 1 && only ? `“${only.name}”` : 'one of them'
}

/** Rounded up, because it is an expected value: to tens, and from 100 on to two digits. */
const roundedSize = (seen: readonly DetectionSize[]): string => {
  const most = Math.max(...seen.map(({ extra }) => extra))
  const to = 10 ** Math.max(1, Math.floor(Math.log10(most)) - 1)
  return (Math.ceil(most / to) * to).toLocaleString(readerLocale)
}
