import { proveProject } from '../../src/server/platform/kernel/scope.ts'
import { headOf, stateAt } from './approval-world.ts'
import { flagdFlag } from './bundles.ts'
import { type ApprovalAct, flagKeys, project, randomEnvironment } from './complete-change.ts'
import { apply, upload } from './imports.ts'
import { contextOf } from './people.ts'
import { randomEntry } from './random-documents.ts'

/** Imports, file syncs and changes of approval settings. */
export const importActs: readonly { times: number; act: ApprovalAct }[] = [
  {
    times: 6,
    act: async (it) => {
      const { random, world, who } = it
      const entries = []
      for (const { key: environment, id } of random.once(3) ? world.environments : [randomEnvironment(it)]) {
        const base = await headOf(world.db, id)
        entries.push({ ...randomEntry(random, await stateAt(world.db, id, base)), environment, base })
      }
      const facts = {
        name: 'new',
        description: '',
        type: 'boolean' as const,
        tags: [],
        permanence: 'temporary' as const,
      }
      const isNew = random.once(4)
      const { change, state } = await who.api.files.applyAll({
        ...project(world),
        title: 'From files',
        entries,
        archive: random.once(4) ? [random.one(flagKeys)] : [],
        exact: random.once(3),
        ...(isNew && { flags: [{ ...facts, key: 'new', variants: ['on', 'off'], visibleToClients: false }] }),
      })
      if (change !== null && state !== 'published') it.oracle.wrote(change, who)
    },
  },
  {
    // Repeated reads, like an import that follows its source.
    times: 2,
    act: async (it) => {
      const { random, world, who } = it
      const ctx = { ...contextOf(world.db, who.actor, () => new Date(world.clock.ms)) }
      const there = { ...ctx, project: await proveProject(world.db, who.actor, world.key) }
      for (let reading = 0; reading < 2; reading += 1) {
        const flag = () => flagdFlag({ defaultVariant: random.one(['on', 'off']) })
        const keys = ['brought', random.one(flagKeys)]
        const flags = Object.fromEntries(keys.map((key) => [key, flag()]))
        const source = await upload(there, { [`${random.one(['staging', 'production'])}.json`]: { flags } })
        const run = source.run
        const replace = random.once(2) ? keys.map((key) => ({ kind: 'flag' as const, key })) : []
        const applied = await apply(there, { number: source.number, run }, { replace })
        if (applied.run.change !== null) it.oracle.wrote(applied.run.change, who)
        if (random.once(3)) await who.api.imports.undo({ ...project(world), source: source.number })
      }
    },
  },
  {
    // Changes the number of required approvals, or disables them for a while.
    times: 2,
    act: async ({ world, random, who, oracle }) => {
      const { key: environment } = random.one(world.environments)
      const { actor } = who
      if (actor.kind !== 'user') return
      // Lowering the requirement needs a recent confirmation.
      Object.assign(actor.session, { authenticatedAt: new Date(world.clock.ms) })
      const requiredApprovals = random.one(world.requires.get(environment) === 0 ? [1, 2] : [0, 1, 1, 2])
      await who.api.environments.edit({ ...project(world), environment, requiredApprovals })
      await oracle.requires(environment, requiredApprovals)
    },
  },
]
