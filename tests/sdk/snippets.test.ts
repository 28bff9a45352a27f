import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { flagSnippets } from '../../src/shared/codegen/flag-snippets.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import { aFolder } from '../support/folder.ts'
import { typeCheck } from '../support/type-check.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const url = 'https://flags.example.com'

const aFlag = (key: string, type: FlagDocument['type'], variants: Record<string, Json>): FlagDocument => ({
  key,
  type,
  on: true,
  variants,
  offVariant: Object.keys(variants).at(-1) ?? null,
  prerequisites: [],
  rules: [],
  otherwise: { variant: Object.keys(variants)[0] ?? '' },
  salt: 's',
  visibleToClients: false,
})

const flags = [
  aFlag('checkout-redesign', 'boolean', { on: true, off: false }),
  aFlag('hero', 'string', { compact: 'compact', classic: 'the "classic"' }),
  aFlag('2fa', 'number', { low: 1, high: 9.5 }),
  aFlag('search.limits', 'object', { a: { n: 1, tags: ['x'] }, b: { n: 2, deep: { yes: null } } }),
]

let folder = ''

/** The files that the compiler rejects, with the SDK's sources in place of the package. */
const refused = async (): Promise<string[]> => {
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: path.join(root, 'tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        declaration: false,
        emitDeclarationOnly: false,
        noEmit: true,
        jsx: 'react-jsx',
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: ['node'],
        rootDir: root,
        paths: { '@fanion/sdk/*': [path.join(root, 'src/client/sdk/*/index.ts')] },
      },
      include: ['*.ts', '*.tsx'],
    }),
  )
  const said = await typeCheck(folder)
  return [...new Set(said.match(/[\w.-]+\.tsx?(?=\()/g))]
}

beforeAll(async () => {
  const cache = path.join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  folder = await aFolder('snippets', cache)
})

describe('the snippets of a flag', () => {
  it('compile in every runtime with the type that they name, and with no other', async () => {
    for (const flag of flags)
      for (const { runtime, install, code } of flagSnippets(flag, url))
        if (install !== null) await writeFile(path.join(folder, `${flag.key}-${runtime}.tsx`), code)
    const [node] = flagSnippets(flags[0] ?? aFlag('x', 'boolean', {}), url)
    await writeFile(path.join(folder, 'wrong.tsx'), node?.code.replace('value: boolean', 'value: string') ?? '')
    expect(await refused()).toEqual(['wrong.tsx'])
  })

  it('name the very flag over plain HTTP', () => {
    const last = flagSnippets(flags[2] ?? aFlag('x', 'boolean', {}), url).at(-1)
    expect(last?.code).toContain(`${url}/ofrep/v1/evaluate/flags/2fa`)
  })
})
