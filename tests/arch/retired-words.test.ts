import { expect, it } from 'vitest'
import { isNode, sourcesUnder, walk } from './sources.ts'

/** Names that the field does not use for these concepts, with their replacements. */
const retired: Readonly<Record<string, string>> = {
  aim: 'intent',
  appendix: 'revision draft',
  demand: 'require',
  ears: 'listeners',
  fate: 'move, save status',
  footing: 'environment state',
  'hand over': 'get bootstrap',
  happening: 'audit event',
  lapse: 'end, reconcile',
  mend: 'fix',
  suffice: 'approved',
  surroundings: 'context',
}

/**
 * Names that stay, with the reason. `lapsed` and `suffice` also stay as stored values in the audit log, which are not
 * names.
 */
const kept: Readonly<Record<string, string>> = {
  'src/client/sdk/core/client.ts: handOver': 'programs call it; deprecated, getBootstrap is its name now',
  'src/client/sdk/core/fanion.ts: handOver': 'the same, declared',
}

const wordsOf = (name: string): string =>
  ` ${name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .toLowerCase()
    .trim()} `
const forms = Object.keys(retired).flatMap((word) => [` ${word} `, ` ${word}s `, ` ${word}ed `])
const isRetired = (name: string): boolean => {
  const words = wordsOf(name)
  return forms.some((form) => words.includes(form))
}

it('names no file and nothing in it by a word that was retired', () => {
  const found = sourcesUnder('src').flatMap(({ file, program }) => {
    const names = new Set<string>()
    walk(program, (node) => {
      if (isNode(node, 'Identifier') && typeof node['name'] === 'string') names.add(node['name'])
    })
    const inside = [...names].filter(isRetired).map((name) => `${file}: ${name}`)
    return isRetired(file.slice(file.lastIndexOf('/'))) ? [file, ...inside] : inside
  })
  expect(found.toSorted()).toEqual(Object.keys(kept).toSorted())
})

it.each([
  ['surroundingsOf', true],
  ['lapsed-schedules.db.test.ts', false],
  ['mendFor', true],
  ['handOver', true],
  ['recommended', false],
  ['claims', false],
  ['yearsAgo', false],
  ['promise-mends.ts', true],
])('%s: %s', (name, is) => expect(isRetired(name)).toBe(is))
