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
