import { readerLocale } from '../time/reader-locale.ts'

/**
 * Formats a relative change with two significant digits, and at least one decimal below 10 %: `3.1%`, `42%`, `0.08%`.
 */
export const relativeFigure = (lift: number): string => {
  const percent = Math.abs(lift) * 100
  const digits = percent >= 10 ? 0 : percent >= 0.095 || percent === 0 ? 1 : 2
  return `${percent.toLocaleString(readerLocale, { maximumFractionDigits: digits })}%`
}

/**
 * Formats an absolute value without its unit, with three significant digits. Shares (unit `%`) are multiplied by 100.
 */
export const plainFigure = (value: number, unit: string): string =>
  Math.abs(unit === '%' ? value * 100 : value).toLocaleString(readerLocale, { maximumSignificantDigits: 3 })

/** Formats an absolute value with its unit: `0.02 €`. Shares (unit `%`) are formatted as `0.2 percentage points`. */
export const absoluteFigure = (value: number, unit: string): string => {
  const number = plainFigure(value, unit)
  if (unit === '%') return `${number} percentage points`
  return unit === '' ? number : `${number} ${unit}`
}

/** Adds the sign to a formatted value, as for the bounds of an interval: `+5.4%`, `−1.2%`, `0%`. */
export const signed = (value: number, figure: string): string => {
  const isNothing = !/[1-9]/.test(figure)
  return isNothing ? figure : `${value < 0 ? '−' : '+'}${figure}`
}
