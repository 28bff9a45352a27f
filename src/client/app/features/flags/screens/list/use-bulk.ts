import { useState } from 'react'
import type { FlagLine } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import type { Entry } from '../../../../../../shared/features/publishing/schemas/revision.ts'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { done, failed } from '../../../../components/toast.tsx'
import { useAttempt } from '../../../../components/use-attempt.ts'
import { trpc } from '../../../../trpc.ts'
import { usePublish } from '../../../publishing/use-publish.ts'
import { flagsToSwitch, partOf } from './switched.ts'

/** Actions on several flags at once. Each can be undone as a whole. */
export const useBulk = (project: string) => {
  const utils = trpc.useUtils()
  const publishing = usePublish(project)
  const reading = useAttempt()
  const { mutateAsync: restoreFlag } = trpc.flags.restore.useMutation()
  const { mutateAsync: archiveFlag } = trpc.flags.archive.useMutation()
  const { mutateAsync: updateFlag } = trpc.flags.update.useMutation()
  const [busy, setBusy] = useState(false)

  /** Makes one call per flag, batched in one request, and reports failures. Returns the flags that succeeded. */
  const each = async <One>(
    flags: readonly One[],
    what: (count: string) => string,
    call: (flag: One) => Promise<unknown>,
  ): Promise<One[]> => {
    setBusy(true)
    const answers = await Promise.allSettled(flags.map(call))
    setBusy(false)
    await utils.flags.invalidate()
    const refused = answers.filter((answer) => answer.status === 'rejected')
    const [first] = refused
    if (first !== undefined) failed(what(counted(refused.length, 'flag')), refusalOf(first.reason))
    return flags.filter((_, i) => answers[i]?.status === 'fulfilled')
  }

  const restore = (keys: readonly string[]) =>
    each(
      keys,
      (count) => `Couldn’t restore ${count}`,
      (flag) => restoreFlag({ project, flag }),
    )

  const archive = async (keys: readonly string[]): Promise<void> => {
    const gone = await each(
      keys,
      (count) => `Couldn’t archive ${count}`,
      (flag) => archiveFlag({ project, flag }),
    )
    if (gone.length > 0) done(`Archived ${counted(gone.length, 'flag')}`, { undo: () => void restore(gone) })
  }

  const tagged = (flags: readonly Pick<FlagLine, 'key' | 'tags'>[], tagsOf: (tags: readonly string[]) => string[]) =>
    each(
      flags,
      (count) => `Couldn’t tag ${count}`,
      ({ key, tags }) => updateFlag({ project, flag: key, tags: tagsOf(tags) }),
    )

  const tag = async (flags: readonly Pick<FlagLine, 'key' | 'tags'>[], added: string): Promise<void> => {
    const without = flags.filter(({ tags }) => !tags.includes(added))
    const changed = await tagged(without, (tags) => [...tags, added])
    if (changed.length > 0)
      done(`Tagged ${counted(changed.length, 'flag')}: ${added}`, {
        undo: () => void tagged(changed, (tags) => [...tags]),
      })
  }

  /** Switches the flags in one revision, or requests a review for that. Returns whether it succeeded. */
  const turn = async (
    keys: readonly string[],
    environment: Environment,
    on: boolean,
    message: string,
    /** Requests a review instead of publishing. `reviewers` are requested by name. */
    review?: { reviewers: readonly string[] | undefined },
  ): Promise<boolean> => {
    const aloud = !environment.protected
    let published = true
    const read = await reading.attempt(
      async () => {
        const where = { project, environment: environment.key, ...partOf(keys) }
        const { flags: live, revision: base } = await utils.history.asOf.fetch(where, { staleTime: 0 })
        const entries = flagsToSwitch(keys, live, on).map(
          ({ key, after }): Entry => ({ kind: 'flag', key, document: after }),
        )
        if (entries.length === 0)
          return done(on ? `Already on in ${environment.name}` : `Already off in ${environment.name}`)
        const flags = counted(entries.length, 'flag')
        const said = on ? `Turned on ${flags} in ${environment.name}` : `Turned off ${flags} in ${environment.name}`
        published = await (review === undefined
          ? publishing.publish({ environment, base, message, entries, said, aloud })
          : publishing.requestReview({ environment, base, message, entries, reviewers: review.reviewers }))
      },
      (refusal) => aloud && failed(`Couldn’t publish to ${environment.name}`, refusal),
    )
    void utils.flags.invalidate()
    return read && published
  }

  const forget = () => {
    reading.forget()
    publishing.forget()
  }
  return {
    archive,
    tag,
    turn,
    busy: busy || reading.busy || publishing.busy,
    refusal: reading.refusal ?? publishing.refusal,
    forget,
  }
}
