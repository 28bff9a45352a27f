/**
 * Which of the languages there are a reader gets: the one they chose, else the first that their browser asks for
 * (`Accept-Language`, by its weights; `nb-NO` is content with `nb`), else the first there is.
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
