const usual = /^(prod(uction)?|live|stag(e|ing)|dev(elop|elopment)?|test(ing)?|qa|uat|preview|sandbox|demo|local)$/i

const wordsOf = (file: string): string[] => file.split(/[./\\]+/).filter((word) => word !== '' && word !== 'json')

/**
 * Derives environment names from file names: the words that the names do not share. A single file is named after a
 * common environment name in it, otherwise `production`.
 */
export const environmentNames = (files: readonly string[]): string[] => {
  const words = files.map(wordsOf)
  const shared = (words[0] ?? []).filter((word) => words.every((all) => all.includes(word)))
  const taken = new Set<string>()
  return words.map((all, i) => {
    const own = files.length > 1 ? all.filter((word) => !shared.includes(word)) : []
    const name = own.find((word) => usual.test(word)) ?? own.join('-') ?? ''
    const likely = all.findLast((word) => usual.test(word))
    let wanted = name || likely || (files.length > 1 ? `environment-${i + 1}` : 'production')
    wanted = wanted.toLowerCase().slice(0, 100)
    const unique = taken.has(wanted) ? `${wanted}-${i + 1}` : wanted
    taken.add(unique)
    return unique
  })
}
