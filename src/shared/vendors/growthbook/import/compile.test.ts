import { expect, it } from 'vitest'
import { compileGrowthBook } from './compile.ts'
import { GbConfig } from './config.ts'

it.each(['encryptedFeatures', 'encryptedSavedGroups'])('what is encrypted in %s is said to be missing', (field) => {
  const found = (config: object) =>
    compileGrowthBook(GbConfig.parse({ features: {}, ...config })).findings.map(({ severity, path }) => [
      severity,
      path,
    ])
  expect(
    found({
      [field]:
        'vMSg2Bj/IurObDsWVmvkUg==.L6qtQkIzKDoE2Dix6IAKDcVel8PHUnzJ7JjmLjFZFQDqidRIoCxKmvxvUj2kTuHFTQ3/NJ3D6XhxhXXv2+dsXpw5woQf0eAgqrcxHrbtFORs18tRXRZza7zqgzwvcznx',
    }),
  ).toEqual([['block', field]])
  expect(found({})).toEqual([])
})

it('groups that name groups are put in, so many and no more', () => {
  const named = (id: string) => ({ $savedGroup: { id } })
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `g${at}`,
      { type: 'condition', condition: { $and: [named(`g${at + 1}`), named(`g${at + 1}`)] } },
    ]),
  )
  const compiled = (savedGroups: object, id: string) =>
    compileGrowthBook(
      GbConfig.parse({
        features: { f: { defaultValue: 1, rules: [{ condition: named(id), force: 2 }] } },
        savedGroups,
      }),
    )
  expect(() => compiled(doubling, 'g0')).toThrow(/The saved group g\d+ leads to more than 1000 others/)
  const around = { g: { type: 'condition', condition: { tags: { $elemMatch: { plan: 'x', ...named('g') } } } } }
  for (const id of ['g', 'constructor', '__proto__', 'gone'])
    expect(compiled({ ...around }, id).findings.filter(({ severity }) => severity === 'block')).toEqual([])
})

it.each(['$all', '$alli'])('%s of what is no list holds for nobody', (operator) => {
  const rules = [{ condition: { tags: { [operator]: null } }, force: 2 }]
  const { flags } = compileGrowthBook(GbConfig.parse({ features: { f: { defaultValue: 1, rules } } }))
  expect(JSON.stringify(flags['f']?.rules)).not.toContain('arr.all')
})
