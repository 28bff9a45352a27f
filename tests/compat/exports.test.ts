import { describe, expect, it } from 'vitest'
import { compareDocuments } from '../../src/client/cli/shadow/compare.ts'
import { vendors } from '../../src/client/cli/shadow/vendors.ts'
import { type FormatName, formats } from '../../src/shared/vendors/exporting/formats.ts'
import { Projection } from '../../src/shared/vendors/exporting/projection.ts'
import { flagdDocument } from '../../src/shared/vendors/flagd/export/document.ts'
import { growthBookDocument } from '../../src/shared/vendors/growthbook/export/document.ts'
import { launchDarklyDocument } from '../../src/shared/vendors/launchdarkly/export/document.ts'
import { newestSpec, unleashDocument } from '../../src/shared/vendors/unleash/export/document.ts'
import { datafileOf } from '../conformance/datafile.ts'
import { absence, announceAbsence, readJson } from '../conformance/vectors.ts'
import { asJson, compareOn, emptyTally } from './agreement.ts'
import type { Attributes } from './subject.ts'
import { subjects } from './subjects.ts'

/*
 * Imports a company's exports and serves them to the SDKs of its applications: the same values, from the same
 * documents.
 */

announceAbsence()
const environments = ['production', 'staging', 'development']
const files: Readonly<Record<FormatName, (environment: string) => string>> = {
  launchdarkly: (environment) => `exports/harbor/launchdarkly/sdk/latest-all.${environment}.json`,
  unleash: (environment) => `exports/harbor/unleash/sdk/client-features.${environment}.json`,
  flagd: (environment) => `exports/harbor/flagd/flags.${environment}.flagd.json`,
  growthbook: (environment) => `exports/harbor/growthbook/sdk/features.${environment}.json`,
}
const documents: Readonly<Record<FormatName, (projection: Projection) => string>> = {
  launchdarkly: (projection) => launchDarklyDocument(projection, 1),
  unleash: (projection) => unleashDocument(projection, newestSpec, 'etag'),
  flagd: flagdDocument,
  growthbook: growthBookDocument,
}
const there = subjects.flatMap((subject) =>
  environments
    .filter((environment) => absence(files[subject.format](environment)) === undefined)
    .map((environment) => ({ subject, environment, format: subject.format })),
)

describe('the exports of a company', () => {
  it.each(there)('of $format in $environment are answered as they were', async ({ subject, environment, format }) => {
    const document = readJson(files[format](environment))
    const imported = vendors[format].said(document)
    const datafile = datafileOf(imported)
    const people = readJson('exports/harbor/contexts.json') as Attributes[]
    const contexts = people.map(({ key, ...attributes }) =>
      subject.attributesOf(asJson({ targetingKey: key, ...attributes })),
    )
    const tally = emptyTally()
    await compareOn(
      subject,
      datafile,
      contexts.filter((one): one is Attributes => one !== undefined),
      tally,
    )
    expect(tally.differences).toEqual([])
    expect(tally.readable / tally.flags).toBeGreaterThan(0.95)
    const said = documents[format](new Projection(formats[format], datafile))
    const { same, differences } = compareDocuments(format, imported, JSON.parse(said))
    expect({ same, differences }).toEqual({ same: tally.readable, differences: [] })
  })

  it('are asked where they are', () => {
    expect(there.length === 0 || there.length === subjects.length * environments.length).toBe(true)
  })
})
