import { skipToken } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FlagRow } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import { trpc } from '../../../../trpc.ts'
import { CellPopover } from '../quick-actions/cell-popover.tsx'
import { IntentSheet } from '../quick-actions/intent-sheet.tsx'
import type { Intent, QuickAction } from '../quick-actions/quick-action.ts'
import { useIntent } from '../quick-actions/use-intent.ts'
import { PeekPanel } from './peek-panel.tsx'

/** The cell with the open popover, and the popover’s anchor. */
export type OpenCell = { flag: string; environment: string; anchor: HTMLElement }

/** Overlays of the flag list: cell popover, publish sheet and peek panel. */
export function ListLayers(props: {
  project: string
  environments: readonly Environment[]
  rows: readonly FlagRow[]
  cell: OpenCell | null
  intent: Intent | null
  at: string | undefined
  peek: string | undefined
  roleIn: (environment: string) => Role | undefined
  onAsk: (action: QuickAction, flag: string, environment: string, at?: string) => void
  onTurn: (flag: string, environment: Environment, on: boolean) => void
  onPeek: (flag: string | undefined) => void
  onCloseCell: () => void
  onCloseSheet: () => void
}): ReactNode {
  const {
    project,
    environments,
    rows,
    cell,
    intent,
    at,
    peek,
    roleIn,
    onAsk,
    onTurn,
    onPeek,
    onCloseCell,
    onCloseSheet,
  } = props
  const { publishNow, publishAt } = useIntent(project)
  const row = rows.find((one) => one.flag.key === cell?.flag)
  const environment = environments.find((one) => one.key === cell?.environment)
  const peekedRow = rows.find((one) => one.flag.key === peek)?.flag
  // A linked flag may not be on this page of the list.
  const away = peek !== undefined && peekedRow === undefined ? { project, flag: peek } : skipToken
  const peekedPage = trpc.flags.get.useQuery(away).data
  const peeked = peekedRow ?? peekedPage?.flag
  /** Copying always shows the differences first; other actions only in protected environments. */
  const act = (wanted: QuickAction, flag: string, place: Environment) => {
    if (wanted.to === 'copy' || place.protected) onAsk(wanted, flag, place.key)
    else if (wanted.to === 'on' || wanted.to === 'off') onTurn(flag, place, wanted.to === 'on')
    else void publishNow({ flag, environment: place.key, action: wanted })
  }
  return (
    <>
      {cell === null || row === undefined || environment === undefined ? null : (
        <CellPopover
          key={`${cell.flag} ${cell.environment}`}
          project={project}
          row={row}
          environment={environment}
          environments={environments}
          role={roleIn(environment.key)}
          anchor={cell.anchor}
          onAction={(wanted) => act(wanted, row.flag.key, environment)}
          onSchedule={(wanted, instant, zone) =>
            void publishAt({ flag: row.flag.key, environment: environment.key, action: wanted }, instant, zone)
          }
          onClose={onCloseCell}
        />
      )}
      {intent === null ? null : <IntentSheet project={project} intent={intent} at={at} onClose={onCloseSheet} />}
      {peeked === undefined ? null : <PeekPanel project={project} flag={peeked} onClose={() => onPeek(undefined)} />}
    </>
  )
}
