import type { ExperimentMode, ExperimentSummary } from '../../features/experiments/schemas/experiment.ts'
import { counted } from '../rules/percent.ts'

/** The displayed status of an experiment: its state, refined by what users need to know first. */
export type ExperimentStatus =
  | 'draft'
  | 'proposed'
  | 'running'
  /** The planned end has passed. The experiment keeps serving until someone decides. */
  | 'over'
  | 'stopped'
  | 'decided'
  | 'archived'

/** The displayed status of an experiment. While its change is in review, the server's state is still draft. */
export const experimentStatusOf = ({
  state,
  run,
  proposed,
}: Pick<ExperimentSummary, 'state' | 'run' | 'proposed'>): ExperimentStatus => {
  if (state === 'running') return run?.over ? 'over' : 'running'
  return proposed !== null && state !== 'archived' ? 'proposed' : state
}

/** The status after each event of an experiment's history. */
const statusAfterEvent: Readonly<Record<string, ExperimentStatus>> = {
  'experiment.start': 'running',
  'experiment.over': 'over',
  'experiment.stop': 'stopped',
  'experiment.decide': 'decided',
  'experiment.archive': 'archived',
}

/**
 * The status of an experiment at an instant, from its history. Whether a change was in review at that time is unknown.
 */
export function experimentStatusAt(
  events: readonly { readonly at: string; readonly action: string }[],
  atMs: number,
): ExperimentStatus {
  let standing: ExperimentStatus = 'draft'
  for (const { at, action } of events) {
    // A decision stays when its change removes the rule.
    if (Date.parse(at) > atMs || (standing === 'decided' && action === 'experiment.stop')) continue
    standing = statusAfterEvent[action] ?? standing
  }
  return standing
}

export const experimentStatusText: Record<ExperimentStatus, string> = {
  draft: 'Draft',
  proposed: 'In review',
  running: 'Running',
  over: 'Ready to decide',
  stopped: 'Stopped',
  decided: 'Decided',
  archived: 'Archived',
}

const dayMs = 86_400_000

/** The progress of a run: `day 9 of 21`, or `21 days` after its end. Empty before it starts. */
export function dayText(
  run: { readonly startedAt: string | null; readonly endsAt: string | null; readonly stoppedAt: string | null },
  nowMs: number,
): string {
  const { startedAt, endsAt, stoppedAt } = run
  if (startedAt === null || endsAt === null) return ''
  const startMs = Date.parse(startedAt)
  const days = Math.max(1, Math.round((Date.parse(endsAt) - startMs) / dayMs))
  const endMs = Math.min(Date.parse(endsAt), stoppedAt === null ? Infinity : Date.parse(stoppedAt))
  if (nowMs >= endMs) return counted(Math.max(1, Math.ceil((endMs - startMs) / dayMs)), 'day')
  const day = Math.min(days, Math.floor((nowMs - startMs) / dayMs) + 1)
  return `day ${day} of ${days}`
}

/** Descriptions of the decision modes, for a form. */
export const modeText: Record<ExperimentMode, { readonly title: string; readonly text: string }> = {
  planned: {
    title: 'Daily looks',
    text: 'Looks every night and stops asking once the answer is clear. Needs about 5% more users than a single look.',
  },
  'open-ended': {
    title: 'Any time',
    text: 'Looks every hour, for as long as you like. Needs about 70% more users than a single look.',
  },
  fixed: {
    title: 'Once, at the end',
    text: 'Looks on the last day alone. Needs the fewest users, and says nothing before then.',
  },
}
