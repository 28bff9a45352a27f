import { applyImport } from '../../src/server/features/imports/apply-import.ts'
import { uploadBundle } from '../../src/server/features/imports/upload-bundle.ts'
import { createVault } from '../../src/server/platform/kernel/vault.ts'
import { preview } from '../../src/server/platform/threads/uploads/preview-job.ts'
import { ApplyImportInput } from '../../src/shared/features/imports/schemas/import.ts'
import { bundleOf, flagdFlag } from '../support/bundles.ts'
import { fresh, project, type Sample, type World } from './sample.ts'

/** A preview of uploaded files, from a new source. */
const aRun = async (world: World) => {
  const ctx = { ...world.owner, uploads: { preview }, vault: createVault('sealed nowhere') }
  const { number } = await uploadBundle(ctx, {
    bytes: bundleOf({ 'flags.development.json': { flags: { [fresh('flag')]: flagdFlag() } } }),
  })
  const { run } = await uploadBundle(ctx, {
    bytes: bundleOf({ 'flags.development.json': { flags: { [fresh('flag')]: flagdFlag() } } }),
    source: number,
  })
  return { project: project(world), source: number, run: run.number }
}
const aSource = async (world: World) => {
  const { run: _, ...source } = await aRun(world)
  return source
}

export const importSamples: Readonly<Record<string, Sample>> = {
  'imports.get': { input: aSource },
  'imports.items': { input: aSource },
  'imports.edits': { input: async (world) => ({ ...(await aSource(world)), environment: 'development' }) },
  'imports.map': { input: async (world) => ({ ...(await aRun(world)), mapping: { development: 'staging' } }) },
  // Its files were sealed with another secret.
  'imports.chooseKeys': {
    input: async (world) => ({
      ...{ ...(await aSource(world)), run: 999 },
      keys: [{ kind: 'flag', theirs: 'checkout', key: 'checkout-2' }],
    }),
    answers: 'import/wrong-state',
  },
  'imports.reread': {
    input: async (world) => ({ ...(await aSource(world)), run: 999, options: {} }),
    answers: 'import/wrong-state',
  },
  'imports.applyRun': { input: aRun },
  'imports.discard': { input: aRun },
  'imports.undo': {
    input: async (world) => {
      const run = await aRun(world)
      await applyImport(world.owner, ApplyImportInput.parse(run))
      return { project: run.project, source: run.source }
    },
  },
}
