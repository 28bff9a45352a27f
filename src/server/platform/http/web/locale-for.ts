/**
 * Chooses the language of a page: the user's choice, else the first available one by weight in `Accept-Language`
 * (`nb-NO` also matches `nb`), else the first available.
 */
export const localeFor = (
  chosen: string | undefined,
  accepted: string | undefined,
  locales: readonly string[],
): string => {
  const wishes = (accepted ?? '')
    .split(',')
    .map((wish) => {
      const [tag = '', ...parameters] = wish.trim().split(';')
      const weight = parameters.map((one) => /^\s*q=(.*)$/.exec(one)?.[1]).find((q) => q !== undefined)
      return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const tag of [chosen?.toLowerCase() ?? '', ...wishes.flatMap(({ tag }) => [tag, tag.replace(/-.*$/, '')])]) {
    const found = locales.find((locale) => locale.toLowerCase() === tag)
    if (found !== undefined) return found
  }
  return locales[0] ?? 'en'
}
