import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { loadModules, modulesNeeded } from '../../src/shared/engine/optional-modules.ts'
import type { ImportOptions, ListedImportItem } from '../../src/shared/features/imports/schemas/import.ts'
import { ImportSource } from '../../src/shared/features/imports/schemas/import.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import { askFlipt, type Namespace, type Reference } from '../conformance/oracles/flipt.ts'
import { bundleOf } from '../support/bundles.ts'
import { anOwner, testServer } from '../support/server.ts'
import { companies, type Row, textOf, texts } from './companies.ts'

/*
 * Imports exports of a made-up company in each vendor's format through the whole path (upload, preview, import), and
 * compares every answer of the vendor's SDK with the flag as the server serves it. The exports are not part of this
 * project: `FANION_VECTORS` is their folder.
 */
const folder = path.resolve(process.env['FANION_VECTORS'] ?? '../shared/vectors', 'exports')
const absent = existsSync(folder) ? undefined : `no exports in ${folder}; set FANION_VECTORS`
if (absent) process.stdout.write(`${absent}: no company was brought in.\n`)

type Answer = { flag: string; context: number; answer: Json }
const filesOf = (company: string, folders: readonly string[], names = /\.json$/) =>
  Object.fromEntries(
    folders.flatMap((one) =>
      readdirSync(path.join(folder, company, one))
        .filter((name) => names.test(name))
        .map((name) => [`${one}/${name}`, readFileSync(path.join(folder, company, one, name), 'utf8')]),
    ),
  )

/** The namespaces in Flipt's export, in the format that its server sends to SDKs. */
const namespacesIn = (text: string): { name: string; namespace: Namespace }[] =>
  parseAllDocuments(text).flatMap((document) => {
    // The export has a known format.
    const { namespace, flags, segments } = (document.toJS() ?? {}) as Namespace & { namespace?: { key: string } }
    if (namespace === undefined) return []
    const reference = (of: unknown): Reference => {
      const { key, keys, operator } =
        typeof of === 'string' ? { key: of } : (of as Partial<Reference> & { key?: string })
      return { keys: keys ?? [key ?? ''], operator: operator ?? 'OR_SEGMENT_OPERATOR' }
    }
    const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
    return {
      name: namespace.key,
      namespace: {
        segments: segments.map(({ constraints, ...segment }) => ({
          ...segment,
          constraints: (constraints ?? []).map((one) => ({ ...one, value: asText(one.value) })),
        })),
        flags: flags.map(({ rules = [], rollouts = [], ...flag }) => ({
          ...flag,
          rules: rules.map((rule) => ({ ...rule, segment: reference(rule.segment) })),
          rollouts: rollouts.map(({ segment, threshold }) =>
            segment === undefined
              ? { ...(threshold === undefined ? {} : { threshold }) }
              : { segment: { ...reference(segment), value: segment.value } },
          ),
        })),
      },
    }
  })

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

describe.skipIf(absent)('a company that comes from', () => {
  let url: string
  let owner: Awaited<ReturnType<typeof anOwner>>
  let api: typeof owner.api
  // In a hook: if all tests are skipped, Vitest does not clean up what started earlier.
  beforeAll(async () => {
    ;({ url } = await testServer({ FANION_REQUESTS_PER_MINUTE: '0' }))
    owner = await anOwner(url, 'harbor')
    api = owner.api
  })

  const bringIn = async (project: string, files: Record<string, string>, options: ImportOptions | undefined) => {
    await api.projects.create.mutate({ key: project, name: project })
    const query = new URLSearchParams({ project, ...(options ? { options: JSON.stringify(options) } : {}) })
    const response = await owner.fetch(`${url}/import/v1/bundles?${query.toString()}`, {
      method: 'POST',
      body: new Uint8Array(bundleOf(files)),
    })
    expect(response.status).toBe(200)
    const source = ImportSource.parse(await response.json())
    const items: ListedImportItem[] = []
    for (let cursor: number | null = null; ; ) {
      const page = await api.imports.items.query({ project, source: source.number, cursor, limit: 1_000 })
      items.push(...page.items)
      if (page.next === null) break
      cursor = page.next
    }
    await api.imports.applyRun.mutate({ project, source: source.number, run: source.run.number })
    return { source, items }
  }

  it.each(companies.map((company) => [company.vendor, company] as const))(
    '%s is answered as its SDK answers',
    { timeout: 300_000 },
    async (vendor, company) => {
      const project = `from-${vendor}`
      const { source, items } = await bringIn(project, filesOf('harbor', company.folders), company.options)
      const people = JSON.parse(readFileSync(path.join(folder, 'harbor/contexts.json'), 'utf8')) as Row[]
      const byTheirs = new Map(items.filter(({ kind }) => kind === 'flag').map((item) => [item.theirs, item]))
      let [compared, leftOut] = [0, 0]
      const differences: unknown[] = []
      for (const { name } of source.run.summary?.environments ?? []) {
        const answers = path.join(folder, 'harbor', vendor, `answers.${name}.jsonl`)
        if (!existsSync(answers)) continue
        const environment = source.run.mapping[name] ?? ''
        const file = await api.history.asOf.query({ project, environment })
        const compiled = compile(file, await loadModules(modulesNeeded(file)))
        const [head, ...asked] = linesOf(answers) as [{ nowMs: number }, ...Answer[]]
        for (const { flag, context, answer } of asked) {
          const item = byTheirs.get(flag)
          if (item === undefined || item.verdict === 'left-out') {
            leftOut += 1
            continue
          }
          const person = company.contextOf(people[context] ?? {}, name)
          const ask = (theirs: string) => evaluate(compiled, byTheirs.get(theirs)?.key ?? theirs, person, head.nowMs)
          const ours = company.inTheirWords(ask(flag), ask, flag, file, item.key)
          compared += 1
          if (JSON.stringify(ours) !== JSON.stringify(answer))
            differences.push({ flag, name, context, answer, ours, why: item.why })
        }
      }
      const verdicts = source.run.summary?.verdicts
      console.log(`${vendor}: ${compared} answers compared, ${leftOut} of flags left out, ${JSON.stringify(verdicts)}`)
      expect(verdicts).toEqual(company.verdicts)
      expect(leftOut).toBe(0)
      // Differences are allowed only for flags with a finding.
      const unsaid = differences.filter((one) => byTheirs.get((one as { flag: string }).flag)?.verdict !== 'changed')
      expect(unsaid.slice(0, 5)).toEqual([])
      expect(compared).toBeGreaterThan(1_000)
      expect(differences.length).toBeLessThan(compared / 50)
    },
  )

  // The recorded answers were made without segments, so the SDK is evaluated here.
  it('flipt is answered as its SDK answers', async () => {
    const files = filesOf('harbor', ['flipt'], /^export\..*\.ya?ml$/)
    const { items } = await bringIn('from-flipt', files, undefined)
    expect(items.filter(({ verdict }) => verdict === 'left-out')).toEqual([])
    const people = JSON.parse(readFileSync(path.join(folder, 'harbor/contexts.json'), 'utf8')) as Row[]
    const byTheirs = new Map(items.map((item) => [`${item.kind} ${item.theirs}`, item.key]))
    const differences: unknown[] = []
    let compared = 0
    for (const { name, namespace } of namespacesIn(Object.values(files).join('\n---\n'))) {
      const file = await api.history.asOf.query({ project: 'from-flipt', environment: name })
      const compiled = compile(file, await loadModules(modulesNeeded(file)))
      const { ask, end } = await askFlipt(namespace)
      for (const { key } of namespace.flags) {
        for (const { key: id, ...rest } of people) {
          const person = { ...texts(rest), targetingKey: textOf(id) }
          const { value } = evaluate(compiled, byTheirs.get(`flag ${key}`) ?? key, person, 0)
          const theirs = ask(key, person)
          compared += 1
          if (JSON.stringify(value ?? null) !== JSON.stringify(theirs))
            differences.push({ name, key, person, theirs, value })
        }
      }
      end()
    }
    expect(differences.slice(0, 5)).toEqual([])
    expect(compared).toBeGreaterThan(1_000)
  })

  // No SDK evaluates these files, so they are compared with the vendor's formula.
  it('go-feature-flag is answered as its formula answers', async () => {
    const { source, items } = await bringIn('from-goff', filesOf('harbor', ['go-feature-flag'], /\.ya?ml$/), undefined)
    const checks = source.run.summary?.checks ?? []
    expect(checks.reduce((sum, one) => sum + one.compared, 0)).toBeGreaterThan(1_000)
    expect(checks.reduce((sum, one) => sum + one.different, 0)).toBe(0)
    expect(items.filter(({ verdict }) => verdict === 'left-out')).toEqual([])
  })
})
