import { limits } from '../../../../shared/limits.ts'

const unitsPerPercent = limits.weightUnits / 100

/** A share of the line as the text of a field, without the sign: `25`, `12.5`. */
export const shownWeight = (weight: number): string => String(Number((weight / unitsPerPercent).toFixed(3)))

/**
 * A percentage as it is being typed, in units of the line: `25`, `12.5`, `12,5`, `0.`, `.5`, with or without the sign; null
 * while it is none from 0 to 100, or finer than a unit.
 */
export const readWeight = (typed: string): number | null => {
  const [, text] = /^\s*(\d{1,3}(?:[.,]\d{0,3})?|[.,]\d{1,3})\s*%?\s*$/.exec(typed) ?? []
  if (text === undefined) return null
  const weight = Math.round(Number(text.replace(',', '.')) * unitsPerPercent)
  return weight <= limits.weightUnits ? weight : null
}
