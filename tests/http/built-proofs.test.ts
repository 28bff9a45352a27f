import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ImportSource } from '../../src/shared/features/imports/schemas/import.ts'
import { bundleOf, flagdFlag } from '../support/bundles.ts'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { built, startProcess } from '../support/process.ts'
import { anOwner } from '../support/server.ts'

it('a built server proves regular expressions in its thread, and publishes with them', async () => {
  expect(existsSync(path.resolve('dist/server/patterns-thread.js')), 'run `npm run build` first').toBe(true)
  const folder = await aFolder('built')
  const { url: databaseUrl } = await testDatabase(1)
  const settings = { DATABASE_URL: databaseUrl, FANION_DATA_DIR: folder, FANION_SECRET: 'of a built server' }
  const server = startProcess(settings, built)
  const { api, project } = await anOwner(await server.ready)
  const matching = (key: string, pattern: string) => {
    const when = { attribute: 'email', operator: 'matches' as const, values: [pattern] }
    return api.segments.create.mutate({ project, key, name: key, document: { included: [], excluded: [], when } })
  }
  await matching('staff', '^[a-z]+@example\\.com$')
  expect((await api.segments.get.query({ project, segment: 'staff' })).heads).toMatchObject({
    production: { document: { when: { values: ['^[a-z]+@example\\.com$'] } } },
  })
  await expect(matching('endless', '^(?:a+)+$')).rejects.toMatchObject({
    data: { fanion: { code: 'rule/unsafe-pattern' } },
  })
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

// Flipt's SDK is WebAssembly
const exported: Readonly<Record<string, Record<string, string | object>>> = {
  flagd: { 'flags.json': { flags: { checkout: flagdFlag() } } },
  flipt: {
    'features.yml':
      'namespace: default\nflags:\n- key: checkout\n  name: Checkout\n  type: BOOLEAN_FLAG_TYPE\n  enabled: true\n',
  },
}

it('a built server reads uploads in their sandbox, and asks the SDKs of vendors there', async () => {
  const { url: databaseUrl } = await testDatabase(1)
  const settings = { DATABASE_URL: databaseUrl, FANION_DATA_DIR: await aFolder('built-import'), FANION_SECRET: 'built' }
  const server = startProcess(settings, built)
  const url = await server.ready
  const owner = await anOwner(url)
  for (const [vendor, files] of Object.entries(exported)) {
    const response = await owner.fetch(`${url}/import/v1/bundles?project=${owner.project}`, {
      method: 'POST',
      body: new Uint8Array(bundleOf(files)),
    })
    const { run } = ImportSource.parse(await response.json())
    expect({ vendor, ...run.summary }).toMatchObject({ vendor, flags: 1 })
    const compared = (run.summary?.checks ?? []).reduce((sum, check) => sum + check.compared, 0)
    expect({ vendor, isCompared: compared > 0 }).toEqual({ vendor, isCompared: true })
  }
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
