import { readerLocale } from '../time/reader-locale.ts'

/** A relative figure for people: two digits that tell, at least one after the point below ten: `3.1%`, `42%`, `0.08%`. */
export const relativeFigure = (lift: number): string => {
  const percent = Math.abs(lift) * 100
  const digits = percent >= 10 ? 0 : percent >= 0.095 || percent === 0 ? 1 : 2
  return `${percent.toLocaleString(readerLocale, { maximumFractionDigits: digits })}%`
}

/** The number of an absolute figure, without its unit: of `%`, shares, hundred times as much. Three digits that tell. */
export const plainFigure = (value: number, unit: string): string =>
  Math.abs(unit === '%' ? value * 100 : value).toLocaleString(readerLocale, { maximumSignificantDigits: 3 })

/** An absolute figure with its unit: `0.02 €`; of `%`, shares, in `0.2 percentage points`. */
export const absoluteFigure = (value: number, unit: string): string => {
  const number = plainFigure(value, unit)
  if (unit === '%') return `${number} percentage points`
  return unit === '' ? number : `${number} ${unit}`
}

/** The same with its sign, as the ends of a band have it: `+5.4%`, `−1.2%`, `0%`. */
export const signed = (value: number, figure: string): string => {
  const isNothing = !/[1-9]/.test(figure)
  return isNothing ? figure : `${value < 0 ? '−' : '+'}${figure}`
}
