import { expect, it } from 'vitest'
import { whyNot } from './checked.ts'

const log = (...parts: string[]) => ['# Changelog\n', ...parts].join('\n')
const schemas = { newest: '0002_b', released: '0002_b' }
const released = '## 1.2.0\n\n- A line.\n'

it.each([
  ['with its own part', log(released)],
  ['with a day behind the version', log('## 1.2.0 (2026-11-01)\n\n- A line.\n')],
  ['with nothing under “Unreleased”', log('## Unreleased\n', released)],
])('is released %s in the changelog', (_, changelog) => {
  expect(whyNot('1.2.0', changelog, '', schemas)).toBeUndefined()
})

it.each([
  [
    'files that nobody committed',
    log(released),
    ' M package.json\n',
    'These files are not committed:\n M package.json',
  ],
  ['lines still under “Unreleased”', log('## Unreleased\n\n- New.\n', released), '', 'Move them under “## 1.2.0”'],
  ['no part of its own', log('## 1.2.00\n\n- A line.\n'), '', 'CHANGELOG.md has no “## 1.2.0”.'],
  ['no changelog to speak of', '', '', 'CHANGELOG.md has no “## 1.2.0”.'],
])('is not released with %s', (_, changelog, changed, why) => {
  expect(whyNot('1.2.0', changelog, changed, schemas)).toContain(why)
})

it.each([undefined, '0001_a'])('is not released where its schema is said to be %s', (said) => {
  const why = whyNot('1.2.0', log(released), '', { ...schemas, released: said })
  expect(why).toContain('doesn’t say that 1.2.0 ends with 0002_b')
})
