import { limits } from '../../../../shared/limits.ts'

const unitsPerPercent = limits.weightUnits / 100

/** Formats weight units for a field, without the percent sign: `25`, `12.5`. */
export const shownWeight = (weight: number): string => String(Number((weight / unitsPerPercent).toFixed(3)))

/**
 * Parses a percentage while it is typed, in weight units: `25`, `12.5`, `12,5`, `0.`, `.5`, with or without the sign.
 * Null if it is not from 0 to 100, or is finer than a unit.
 */
export const readWeight = (typed: string): number | null => {
  const [, text] = /^\s*(\d{1,3}(?:[.,]\d{0,3})?|[.,]\d{1,3})\s*%?\s*$/.exec(typed) ?? []
  if (text === undefined) return null
  const weight = Math.round(Number(text.replace(',', '.')) * unitsPerPercent)
  return weight <= limits.weightUnits ? weight : null
}
