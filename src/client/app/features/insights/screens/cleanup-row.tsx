import { Checkbox } from '@mantine/core'
import { IconCheck, IconChevronDown, IconClock, IconCode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { CleanupVerdict, FlagInsight } from '../../../../../shared/features/insights/schemas/insights.ts'
import { initials } from '../../../components/initials.ts'
import classes from './cleanup.module.css'
import { CleanupDetails } from './cleanup-details.tsx'
import { inCode, reasonText, remainingRequestsText, sameAnswer } from './cleanup-text.ts'

const icons: Record<CleanupVerdict, typeof IconCheck> = { archive: IconCheck, remove: IconCode, keep: IconClock }

/**
 * A flag to clean up: its value, who requests it, code references and the recommended action. Expands to show all
 * evidence.
 */
export function CleanupRow(props: {
  project: string
  insight: FlagInsight
  reporting: boolean
  /** Whether it is selected for archiving. Undefined if archiving is not safe. */
  chosen: boolean | undefined
  opened: boolean
  onChoose: () => void
  onOpen: (open: boolean) => void
}): ReactNode {
  const { project, insight, reporting, chosen, opened, onChoose, onOpen } = props
  const { flag, name, owner } = insight
  const [nowMs] = useState(() => Date.now())
  const id = useId()
  const verdict = insight.verdict ?? 'keep'
  const Icon = icons[verdict]
  return (
    <li className={classes['item']} data-open={opened || undefined}>
      <div className={classes['row']}>
        {chosen === undefined ? (
          <span />
        ) : (
          <Checkbox size="xs" aria-label={`Archive ${name}`} checked={chosen} onChange={onChoose} />
        )}
        <span className={classes['who']}>
          <Link to="/p/$project/flags/$flag" params={{ project, flag }} className={classes['name']}>
            {name}
          </Link>
          <span className={classes['key']}>{flag}</span>
        </span>
        <span>{sameAnswer(insight, nowMs)}</span>
        <span>{remainingRequestsText(insight, reporting)}</span>
        <span>{inCode(insight)}</span>
        <span className={classes['owner']}>
          {owner === null ? null : (
            <span role="img" aria-label={`Owner: ${owner.name}`} title={owner.name}>
              {initials(owner.name)}
            </span>
          )}
        </span>
        <button
          type="button"
          className={classes['verdict']}
          data-verdict={verdict}
          aria-expanded={opened}
          aria-controls={id}
          aria-label={`${reasonText(insight)}: why ${flag}`}
          onClick={() => onOpen(!opened)}
        >
          <Icon size={13} aria-hidden /> {reasonText(insight)} <IconChevronDown size={13} aria-hidden />
        </button>
      </div>
      <div id={id}>{opened ? <CleanupDetails project={project} insight={insight} reporting={reporting} /> : null}</div>
    </li>
  )
}
