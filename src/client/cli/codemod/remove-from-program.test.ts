import { describe, expect, it } from 'vitest'
import { loadParser } from '../load-parser.ts'
import { findReferences } from './find-references.ts'
import { removeFromProgram } from './remove-from-program.ts'

const parse = await loadParser()
const base = {
  'src/flags.ts': `import { defineFlags } from '@fanion/sdk'

export const flags = defineFlags({
  newCheckout: { key: 'new-checkout', type: 'boolean', default: false },
  hero: { type: 'boolean', default: false },
})
`,
  'src/fanion.ts': `import { createFanion } from '@fanion/sdk/node'
import { flags } from './flags.js'

export const fanion = createFanion({ url: '', key: '', flags })
`,
}
type Files = Record<string, string>
const removed = (files: Files) =>
  removeFromProgram(new Map(Object.entries({ ...base, ...files })), { key: 'new-checkout', value: true, parse })
const after = (files: Files) => Object.fromEntries(removed(files).changed)
const reasons = (files: Files) => removed(files).leftovers.map(({ file, line, reason }) => `${file}:${line} ${reason}`)
const found = (files: Files) =>
  findReferences(new Map(Object.entries({ ...base, ...files })), { keys: new Set(['new-checkout', 'hero']), parse })
    .filter(({ flag }) => flag === 'new-checkout')
    .map(({ path, line, kind }) => `${path}:${line} ${kind}`)

const declared = 'src/flags.ts:4 declaration'
const gone = { 'src/flags.ts': base['src/flags.ts'].replace(/ {2}newCheckout.*\n/, '') }

/** Ways in which programs pass flags around: by name, barrel, namespace, default export, class and parameter. */
const followed: Record<string, readonly [before: Files, after: Files]> = {
  'handles that a file gives by name, and a barrel': [
    {
      'src/calls.ts': "import { fanion } from './fanion.js'\n\nexport const { newCheckout, hero } = fanion.flags\n",
      'src/index.ts': "export * from './calls.js'\nexport { newCheckout as fresh } from './calls.js'\n",
      'src/a.ts': "import { fresh } from './index.js'\n\nif (fresh()) console.log('new')\n",
    },
    {
      'src/calls.ts': "import { fanion } from './fanion.js'\n\nexport const { hero } = fanion.flags\n",
      'src/index.ts': "export * from './calls.js'\n",
      'src/a.ts': "console.log('new')\n",
    },
  ],
  'a default export under another name': [
    {
      'src/switches.ts': "import { fanion } from './fanion.js'\n\nexport default fanion.flags\n",
      'src/a.ts': "import all from './switches.js'\n\nconsole.log(all.newCheckout() ? 1 : 2)\n",
    },
    { 'src/a.ts': 'console.log(1)\n' },
  ],
  'a namespace': [
    { 'src/a.ts': "import * as client from './fanion.js'\n\nconsole.log(client.fanion.flags.newCheckout())\n" },
    { 'src/a.ts': 'console.log(true)\n' },
  ],
  'a class that is given its client': [
    {
      'src/a.ts': `import type { Fanion } from '@fanion/sdk/node'
import type { flags } from './flags.js'

export class Shop {
  constructor(private readonly fanion: Fanion<typeof flags>) {}

  price() {
    return this.fanion.flags.newCheckout() ? 1 : 2
  }
}
`,
    },
    {
      'src/a.ts': `import type { Fanion } from '@fanion/sdk/node'
import type { flags } from './flags.js'

export class Shop {
  constructor(private readonly fanion: Fanion<typeof flags>) {}

  price() {
    return 1
  }
}
`,
    },
  ],
  'a parameter that is taken apart': [
    {
      'src/a.ts': `import type { Fanion } from '@fanion/sdk/node'
import type { flags } from './flags.js'

interface Deps {
  fanion: Fanion<typeof flags>
}
export const price = ({ fanion }: Deps) => (fanion.flags.newCheckout() ? 1 : 2)
`,
    },
    {
      'src/a.ts': `import type { Fanion } from '@fanion/sdk/node'
import type { flags } from './flags.js'

interface Deps {
  fanion: Fanion<typeof flags>
}
export const price = ({ fanion }: Deps) => 1
`,
    },
  ],
  'declarations put together': [
    {
      'src/own.ts':
        "import { defineFlags } from '@fanion/sdk'\nimport { createFanion } from '@fanion/sdk/node'\nimport { flags } from './flags.js'\n\nconst own = defineFlags({ beta: { type: 'boolean', default: false } })\nexport const client = createFanion({ url: '', key: '', flags: { ...flags, ...own } })\n",
      'src/a.ts': "import { client } from './own.js'\n\nconsole.log(client.flags.newCheckout())\n",
    },
    { 'src/a.ts': 'console.log(true)\n' },
  ],
  'values that a test sets': [
    {
      'src/a.test.ts': `import { testFanion } from '@fanion/sdk/testing'
import { flags } from './flags.js'

const fanion = testFanion(flags, { newCheckout: true, hero: true })
fanion.set({ newCheckout: false, hero: false })
`,
    },
    {
      'src/a.test.ts': `import { testFanion } from '@fanion/sdk/testing'
import { flags } from './flags.js'

const fanion = testFanion(flags, { hero: true })
fanion.set({ hero: false })
`,
    },
  ],
}

describe('a flag of a program', () => {
  it.each(Object.entries(followed))('is followed through %s', (_, [before, wanted]) => {
    expect({ after: after(before), left: reasons(before) }).toEqual({ after: { ...gone, ...wanted }, left: [] })
  })
})

/** Uses that cannot be followed. They keep the declaration and are reported. */
const kept: Record<string, readonly [code: string, reason: string]> = {
  'all flags spread': ['export const all = { ...fanion.flags }', 'all flags are passed on'],
  'all flags given to a function': ['send(flags)', 'all flags are passed on'],
  'the rest of a pattern': ['const { hero, ...rest } = fanion.flags', 'all flags are passed on'],
  'a flag chosen while it runs': ['fanion.flags[name]()', 'the flag is chosen while the program runs'],
  'a call passed on by its name': ['const isNew = fanion.flags.newCheckout\nlist.map(isNew)', 'its call is passed on'],
  'a client of unknown origin': [
    'export const of = (app: App) => app.fanion.flags.newCheckout()',
    'it may be a read: it is not known where its client comes from',
  ],
  'a pattern of unknown origin': [
    'const { newCheckout } = app.flags',
    'it may be a read: it is not known where its client comes from',
  ],
  'rules in a test': ["testFanion(flags).rules('newCheckout', {})", 'a test gives it rules'],
}

describe('what cannot be followed', () => {
  it.each(Object.entries(kept))('%s stays, is told, and keeps the declaration', (_, [code, reason]) => {
    const head = `import { testFanion } from '@fanion/sdk/testing'\nimport { fanion } from './fanion.js'\nimport { flags } from './flags.js'\n`
    const files = { 'src/a.ts': `${head}${code}\n` }
    expect(after(files)).toEqual({})
    expect(reasons(files)).toEqual([expect.stringContaining(reason)])
  })
})

describe('places of a flag', () => {
  it('are reads where they can be followed, and mentions where not', () => {
    const files = {
      'src/calls.ts': "import { fanion } from './fanion.js'\nexport const calls = fanion.flags\n",
      'src/a.ts':
        "import { calls } from './calls.js'\ncalls.newCheckout()\nconst text = 'new-checkout'\nother.newCheckout()\napp.flags.newCheckout()\n",
      'src/a.test.ts': "import { calls } from './calls.js'\ncalls.newCheckout()\n",
    }
    expect(found(files)).toEqual([
      'src/a.test.ts:2 test',
      'src/a.ts:2 read',
      'src/a.ts:3 mention',
      'src/a.ts:5 mention',
      declared,
    ])
  })
})
