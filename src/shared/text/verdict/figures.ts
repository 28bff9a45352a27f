import { readerLocale } from '../time/reader-locale.ts'

/** A relative figure for people: two digits that tell, at least one after the point below ten: `3.1%`, `42%`, `0.08%`. */
export const relativeFigure = (lift: number): string => {
  const percent = Math.abs(lift) * 100
  const digits = percent >= 10 ? 0 : percent >= 0.095 || percent === 0 ? 1 : 2
  return `${percent.toLocaleString(readerLocale, { maximumFractionDigits: digits })}%`
}

/** An absolute figure with its unit: `0.02 €`; of `%`, shares, in `0.2 percentage points`. Three digits that tell. */
export const absoluteFigure = (value: number, unit: string): string => {
  const isShare = unit === '%'
  const size = Math.abs(isShare ? value * 100 : value)
  const number = size.toLocaleString(readerLocale, { maximumSignificantDigits: 3 })
  if (isShare) return `${number} percentage points`
  return unit === '' ? number : `${number} ${unit}`
}

/** The same with its sign, as the ends of a band have it: `+5.4%`, `−1.2%`, `0%`. */
export const signed = (value: number, figure: string): string => {
  const isNothing = !/[1-9]/.test(figure)
  return isNothing ? figure : `${value < 0 ? '−' : '+'}${figure}`
}
