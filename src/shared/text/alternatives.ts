/** Joins names as alternatives: `Ada`, `Ada or Bob`, `Ada, Bob or Cy`. */
export const alternatives = (names: readonly string[]): string => {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
