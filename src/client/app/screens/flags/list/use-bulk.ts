import { useState } from 'react'
import type { FlagLine } from '../../../../../shared/schemas/flag-view.ts'
import type { Environment } from '../../../../../shared/schemas/project.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { type Refusal, refusalOf } from '../../../../api/refusal.ts'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'

/** Acts on several flags at once. Each offers its undo, which takes all of it back. */
export const useBulk = (project: string) => {
  const utils = trpc.useUtils()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  /** Runs one call for each flag (they travel together) and tells how many did not pass. Answers those that did. */
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
      (flag) => utils.client.flags.restore.mutate({ project, flag }),
    )

  const archive = async (keys: readonly string[]): Promise<void> => {
    const gone = await each(
      keys,
      (count) => `Couldn’t archive ${count}`,
      (flag) => utils.client.flags.archive.mutate({ project, flag }),
    )
    if (gone.length > 0) done(`Archived ${counted(gone.length, 'flag')}`, { undo: () => void restore(gone) })
  }

  const tagged = (flags: readonly Pick<FlagLine, 'key' | 'tags'>[], tagsOf: (tags: readonly string[]) => string[]) =>
    each(
      flags,
      (count) => `Couldn’t tag ${count}`,
      ({ key, tags }) => utils.client.flags.update.mutate({ project, flag: key, tags: tagsOf(tags) }),
    )

  const tag = async (flags: readonly Pick<FlagLine, 'key' | 'tags'>[], added: string): Promise<void> => {
    const without = flags.filter(({ tags }) => !tags.includes(added))
    const changed = await tagged(without, (tags) => [...tags, added])
    if (changed.length > 0)
      done(`Tagged ${counted(changed.length, 'flag')}: ${added}`, {
        undo: () => void tagged(changed, (tags) => [...tags]),
      })
  }

  /** Publishes the flags with this switch in one revision; answers whether it was published. */
  const turn = async (
    keys: readonly string[],
    environment: Environment,
    on: boolean,
    message: string,
  ): Promise<boolean> => {
    setBusy(true)
    setRefusal(null)
    try {
      const where = { project, environment: environment.key }
      const subjects = keys.map((key) => ({ kind: 'flag' as const, key }))
      // what an address can hold; of more, everything
      const part = keys.length > 50 ? {} : { subjects }
      const { flags, revision: base } = await utils.client.history.asOf.query({ ...where, ...part })
      const documents = keys.map((key) => flags[key]).filter((document) => document !== undefined && document.on !== on)
      const entries = documents.flatMap((document) =>
        document === undefined ? [] : [{ kind: 'flag' as const, key: document.key, document: { ...document, on } }],
      )
      if (entries.length === 0) {
        done(`Already ${on ? 'on' : 'off'} in ${environment.name}`)
        return true
      }
      await utils.client.revisions.publish.mutate({ ...where, base, message, entries })
      const turned = entries.map(({ key }) => key)
      const words = `Turned ${on ? 'on' : 'off'} ${counted(turned.length, 'flag')} in ${environment.name}`
      done(words, { undo: () => void turn(turned, environment, !on, `Undo: ${words}`) })
      return true
    } catch (error) {
      setRefusal(refusalOf(error))
      if (!environment.protected) failed(`Couldn’t publish to ${environment.name}`, refusalOf(error))
      return false
    } finally {
      setBusy(false)
      void utils.flags.invalidate()
    }
  }

  return { archive, tag, turn, busy, refusal, forget: () => setRefusal(null) }
}
