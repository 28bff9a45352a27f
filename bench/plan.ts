import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contentByExportedText, placed, readFolder } from '../src/client/cli/files/folder.ts'
import { fileNameOf } from '../src/shared/flag-files/documents.ts'
import { exported, type ProjectState } from '../src/shared/flag-files/export.ts'
import { planFiles } from '../src/shared/flag-files/plan.ts'
import { planLines } from '../src/shared/flag-files/plan-text.ts'
import { printFiled } from '../src/shared/flag-files/print.ts'
import type { FlagDocument } from '../src/shared/schemas/flag.ts'

/*
 * Measures `fanion export` and `fanion plan` with 5 000 flags in three environments, without the server: responses are
 * parsed from JSON. Runs once with unchanged files, once with fifty edited files, and once with every file touched, so
 * that none is recognised by its text. node bench/plan.ts
 */

const count = 5_000
const environments = ['development', 'staging', 'production']
const documentOf = (at: number, environment: string): FlagDocument => ({
  key: `flag-${at}`,
  type: 'boolean',
  on: at % 3 > 0 || environment === 'development',
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: at % 10 === 9 ? [{ flag: `flag-${at - 1}`, variants: ['on'] }] : [],
  rules: [
    {
      id: 'beta',
      name: 'Beta',
      when: { all: [{ attribute: 'country', operator: 'is', values: ['NO'] }, { segment: 'staff' }] },
      serve: { variant: 'on' },
    },
    {
      id: 'part',
      when: { attribute: 'plan', operator: 'is', values: ['pro'] },
      serve: {
        split: {
          parts: [
            { variant: 'on', from: 0, to: 25_000 },
            { variant: 'off', from: 25_000, to: 100_000 },
          ],
        },
      },
    },
  ],
  otherwise: { variant: 'off' },
  salt: `salt-${at}`,
  visibleToClients: at % 2 === 0,
})
const keys = Array.from({ length: count }, (_, at) => `flag-${at}`)
const staff = { key: 'staff', included: ['anna'], excluded: [], when: null }
const answers = JSON.stringify({
  environments: environments.map((key) => ({ key, name: key, protected: false, requiredApprovals: 0, runs: [] })),
  flags: keys.map((key) => ({
    ...{ key, name: key, description: 'What it is for.', type: 'boolean', tags: ['team a'], permanence: 'temporary' },
    ...{ expectedEnd: null, visibleToClients: false, schema: null, archived: false },
  })),
  segments: [{ key: 'staff', name: 'Staff', description: '' }],
  heads: Object.fromEntries(
    environments.map((environment) => [
      environment,
      {
        revision: 1,
        flags: Object.fromEntries(keys.map((key, at) => [key, documentOf(at, environment)])),
        segments: { staff },
      },
    ]),
  ),
})

const folder = mkdtempSync(path.join(tmpdir(), 'fanion-plan-'))
const timed = <T>(name: string, work: () => T): T => {
  const begin = performance.now()
  const before = process.cpuUsage()
  const answer = work()
  const { user, system } = process.cpuUsage(before)
  const wall = ((performance.now() - begin) / 1_000).toFixed(2)
  console.log(`${name}: ${wall} s, of a processor ${((user + system) / 1_000_000).toFixed(2)} s`)
  return answer
}
// Safe cast: this is the server's response.
const read = () => JSON.parse(answers) as ProjectState

timed(`export of ${count} flags`, () => {
  mkdirSync(path.join(folder, 'segments'))
  for (const filed of exported(read())) writeFileSync(path.join(folder, fileNameOf(filed)), printFiled(filed))
})
const plan = () => {
  const state = read()
  const there = readFolder(folder, contentByExportedText(exported(state)))
  const made = planFiles(there.files, state, { newSalt: () => 'new' })
  return { lines: planLines(made, state).length, problems: [...placed(made.problems, there), ...there.problems].length }
}
const edit = (keysEdited: readonly string[], change: (text: string) => string) => {
  for (const key of keysEdited) {
    const file = path.join(folder, `${key}.yaml`)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
}
try {
  console.log(timed('plan, nothing edited', plan))
  edit(keys.slice(0, 50), (text) => text.replaceAll('[pro]', '[team]'))
  console.log(timed('plan, fifty files edited', plan))
  edit(keys, (text) => `${text.replaceAll('\n', '\r\n')}# a comment\r\n`)
  console.log(timed('plan, comments in every file', plan))
  edit(keys, (text) => text.replaceAll('[pro]', '[ pro ]').replaceAll('[team]', '[ team ]'))
  console.log(timed('plan, every file in other words, each parsed', plan))
  edit(keys, (text) => text.replaceAll('[ pro ]', '[team]'))
  console.log(timed('plan, every flag changed in every environment', plan))
} finally {
  rmSync(folder, { recursive: true })
}
