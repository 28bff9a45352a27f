import fc from 'fast-check'
import type { Entry } from '../../src/shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aDatafile } from './arbitraries.ts'
import type { anOwner } from './server.ts'

type Owner = Pick<Awaited<ReturnType<typeof anOwner>>, 'api' | 'project'>

/** The flags and segments of a datafile, and the differences in another environment. */
export const arbitraryProject = fc.record({
  datafile: aDatafile(),
  name: fc.constantFrom('On', 'no', 'a: b # c', '“quoted”', '012'),
  tags: fc.subarray(['yes', 'team a', '0x1']),
  end: fc.constantFrom(null, '2027-03-01T10:00:00.000Z'),
  turned: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
})
type Drawn = typeof arbitraryProject extends fc.Arbitrary<infer T> ? T : never

/**
 * Creates the generated project: unchanged in development, and in production with other switches, variant orders and
 * salts.
 */
export async function makeProject(owner: Owner, { datafile, name, tags, end, turned }: Drawn): Promise<void> {
  const { api, project } = owner
  for (const key of Object.keys(datafile.segments)) await api.segments.create.mutate({ project, key, name })
  for (const { key, type, variants } of Object.values(datafile.flags)) {
    const values = Object.entries(variants).map(([variant, value]) => ({ key: variant, value }))
    await api.flags.create.mutate({ project, key, name, type, tags, variants: values })
    await api.flags.update.mutate({ project, flag: key, expectedEnd: end, description: `${name}\n${name}` })
  }
  const segments = Object.values(datafile.segments).map(
    (document): Entry => ({ kind: 'segment', key: document.key, document }),
  )
  const flags = Object.values(datafile.flags)
  const others = flags.map((document, at): FlagDocument => {
    if (!turned[at]) return document
    const variants = Object.fromEntries(Object.entries(document.variants).reverse())
    return { ...document, on: !document.on, variants, salt: `${at}`, visibleToClients: !document.visibleToClients }
  })
  const entriesOf = (documents: readonly FlagDocument[]) => [
    ...segments,
    ...documents.map((document): Entry => ({ kind: 'flag', key: document.key, document })),
  ]
  const publish = async (environment: string, entries: Entry[]) => {
    const { revision } = await api.history.asOf.query({ project, environment })
    await api.revisions.publish.mutate({ project, environment, base: revision, message: 'as drawn', entries })
  }
  await publish('development', entriesOf(flags))
  await publish('production', entriesOf(others))
}

/** The datafile of each environment of a project, with its revision. */
export async function datafilesOfProject({ api, project }: Owner) {
  const environments = await api.environments.list.query({ project })
  return Promise.all(environments.map(({ key }) => api.history.asOf.query({ project, environment: key })))
}
