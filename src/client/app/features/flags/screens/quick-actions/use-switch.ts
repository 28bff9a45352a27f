import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FlagPage } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import { type Refusal, refusalOf } from '../../../../../api/refusal.ts'
import { done, failed } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { switchFailureText, switchSuccessText } from '../../../publishing/switch-text.ts'
import { patchCell, rowIn } from '../../flag-lists.ts'

/** A flag to turn on or off in one environment. */
export type SwitchAct = { flag: string; environment: string; on: boolean }

/** State of a switch: pending, or failed with a retry. */
export type SwitchState = { pending: boolean; failure: { refusal: Refusal; retry: () => void } | null }

export const idle: SwitchState = { pending: false, failure: null }
/** Pending and failed switches of one flag, by environment. */
export type FlagSwitches = Readonly<Record<string, SwitchState>>

const withHead = (page: FlagPage | undefined, act: SwitchAct, part: { on?: boolean; revision?: number }) => {
  const head = page?.heads[act.environment]
  if (page === undefined || head === undefined) return page
  const { on = head.document.on, revision = head.revision } = part
  return {
    ...page,
    heads: { ...page.heads, [act.environment]: { revision, document: { ...head.document, on } } },
  }
}

/**
 * Switches flags optimistically: the switch moves immediately, and moves back with an error if the server rejects it.
 * Switches of one flag in one environment run one after the other, each based on the previous revision.
 */
export const useSwitch = (project: string) => {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const { mutateAsync: sendSwitch } = trpc.flags.switch.useMutation()
  const [states, setStates] = useState<Readonly<Record<string, FlagSwitches>>>({})
  const queues = useRef(new Map<string, Promise<void>>())
  const patch = (act: SwitchAct, part: { on?: boolean; revision?: number }) => {
    patchCell(queryClient, { project, ...act }, (cell) => cell && { ...cell, ...part })
    utils.flags.get.setData({ project, flag: act.flag }, (page) => withHead(page, act, part))
  }
  /** The newest revision of the flag that the page knows. */
  const baseOf = ({ flag, environment }: SwitchAct): number => {
    const row = rowIn(queryClient, project, flag)
    const head = utils.flags.get.getData({ project, flag })?.heads[environment]
    return Math.max(row?.cells[environment]?.revision ?? 0, head?.revision ?? 0)
  }
  const nameOf = async ({ environment }: SwitchAct): Promise<string> => {
    const all = await utils.environments.list.ensureData({ project }).catch(() => [])
    return all.find(({ key }) => key === environment)?.name ?? environment
  }
  const show = (act: SwitchAct, state: SwitchState) =>
    setStates((all) => ({ ...all, [act.flag]: { ...all[act.flag], [act.environment]: state } }))

  const send = async (act: SwitchAct, undoable: boolean): Promise<void> => {
    try {
      const revision = await sendSwitch({ project, ...act, base: baseOf(act) })
      patch(act, { revision: revision.number })
      show(act, idle)
      const back = () => void turn({ ...act, on: !act.on }, false)
      done(switchSuccessText(act.on, act.flag, await nameOf(act)), undoable ? { undo: back } : {})
    } catch (error) {
      const refusal = refusalOf(error)
      patch(act, { on: !act.on })
      show(act, { pending: false, failure: { refusal, retry: () => void turn(act, undoable) } })
      failed(switchFailureText(act.on, act.flag, await nameOf(act)), refusal)
      if (refusal.code === 'revision/stale') void utils.flags.invalidate()
    }
  }

  const turn = (act: SwitchAct, undoable = true): Promise<void> => {
    // A pending response predates this switch and must not move it back.
    void utils.flags.list.cancel()
    void utils.flags.get.cancel({ project, flag: act.flag })
    patch(act, { on: act.on })
    show(act, { pending: true, failure: null })
    const queue = `${act.environment}/${act.flag}`
    const next = (queues.current.get(queue) ?? Promise.resolve()).then(() => send(act, undoable))
    queues.current.set(queue, next)
    return next
  }

  const stateOf = (flag: string, environment: string): SwitchState => states[flag]?.[environment] ?? idle
  return { turn, states, stateOf }
}
