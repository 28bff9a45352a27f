import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Environment, Role } from '../../../../../shared/features/projects/schemas/project.ts'
import type { DocumentDifference, Subject } from '../../../../../shared/features/publishing/schemas/history.ts'
import type { FlagImpact } from '../../../../../shared/impact/impact.ts'
import { documentDifferences } from '../../../../../shared/text/diff/document-difference.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { Kbd } from '../../../components/kbd.tsx'
import { shownKeys, useShortcut } from '../../../components/shortcuts.ts'
import { StickyFooter } from '../../../components/sticky-footer.tsx'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { FlagMoves } from '../../impact/exact-moves.tsx'
import { useImpact } from '../../impact/use-impact.ts'
import { useTwoStates } from '../../impact/use-two-states.ts'
import { DifferenceList } from '../../publishing/difference-list.tsx'
import { PromoteSheet } from '../../publishing/promote-sheet.tsx'
import { publishRefusal } from '../../publishing/publish-permission.ts'
import classes from './compare.module.css'

const placeOf = ({ kind, key }: Subject) => `${kind}/${key}`

/**
 * Lists differences by flag and segment; the selected ones are copied together. Items that exist only in `to` cannot be
 * copied.
 */
export function DifferenceRows(props: {
  project: string
  from: Environment
  to: Environment
  differences: readonly DocumentDifference[]
  role: Role | undefined
  /** A past instant. From there, nothing can be copied. */
  at: string | undefined
}): ReactNode {
  const { project, from, to, differences, role, at } = props
  const past = at !== undefined
  const [noticed, setNoticed] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [sheet, setSheet] = useState<Subject[] | null>(null)
  const reason = publishRefusal(role, to)
  // Who would get another value if these differences were published.
  const { question } = useTwoStates(
    project,
    { environment: to.key, at },
    { environment: from.key, at },
    differences.filter(({ before, after }) => before !== null && after !== null),
  )
  const reply = useImpact(question)
  const impacts = reply !== null && 'impact' in reply ? reply.impact.flags : []
  const impactOf = (key: string) => impacts.find(({ flag }) => flag === key)
  const isUnnoticed = ({ kind, key, before, after }: DocumentDifference) =>
    kind === 'flag' && before !== null && after !== null && evaluatesEqually(impactOf(key))
  const unnoticed = differences.filter(isUnnoticed)
  const listed = noticed ? differences.filter((one) => !unnoticed.includes(one)) : differences
  const movable = listed.filter(({ after }) => after !== null && !past)
  const taken = movable.filter((one) => chosen.has(placeOf(one)))
  const promote = () => {
    if (taken.length > 0 && reason === undefined) setSheet(taken.map(({ kind, key }) => ({ kind, key })))
  }
  useShortcut('mod+Enter', 'Copy selected', promote)
  const choose = (place: string, take: boolean) => {
    const others = [...chosen].filter((one) => one !== place)
    setChosen(new Set(take ? [...others, place] : others))
  }
  return (
    <>
      {unnoticed.length === 0 ? null : (
        <Checkbox
          className={classes['all']}
          label="Only what someone would notice"
          description={counted(
            unnoticed.length,
            'flag differs and answers everyone the same.',
            'flags differ and answer everyone the same.',
          )}
          checked={noticed}
          onChange={(event) => setNoticed(event.currentTarget.checked)}
        />
      )}
      {movable.length === 0 ? null : (
        <Checkbox
          className={classes['all']}
          label={`All ${movable.length}`}
          checked={taken.length === movable.length}
          indeterminate={taken.length > 0 && taken.length < movable.length}
          onChange={(event) => setChosen(new Set(event.currentTarget.checked ? movable.map(placeOf) : []))}
        />
      )}
      <ul className={classes['differing']}>
        {listed.map((one) => {
          const { kind, key, before, after } = one
          return (
            <li key={placeOf(one)}>
              <Checkbox
                aria-label={`Select ${kind} ${key}`}
                checked={taken.includes(one)}
                disabled={!movable.includes(one)}
                title={after === null && !past ? `Only in ${to.name}` : undefined}
                onChange={(event) => choose(placeOf(one), event.currentTarget.checked)}
              />
              <div>
                <p className={classes['subject']}>
                  <SubjectLink project={project} kind={kind} subject={key} env={to.key} />
                  {kind === 'segment' ? <span className={classes['quiet']}>segment</span> : null}
                </p>
                {after === null || before === null ? (
                  <p className={classes['quiet']}>only in {after === null ? to.name : from.name}</p>
                ) : (
                  <DifferenceList differences={documentDifferences(before, after)} />
                )}
                {kind === 'flag' && before !== null && after !== null ? (
                  <Answers impact={impactOf(key)} to={to.name} />
                ) : null}
              </div>
            </li>
          )
        })}
      </ul>
      {taken.length === 0 ? null : (
        <StickyFooter className={classes['bar']} label="Selected">
          <p role="status">
            Copy <strong>{counted(taken.length, 'flag or segment', 'flags and segments')}</strong> from{' '}
            <EnvironmentMark environment={from} /> to <EnvironmentMark environment={to} strong />
            {reason === undefined ? null : <span className={classes['quiet']}>{reason}</span>}
          </p>
          <Button variant="default" onClick={() => setChosen(new Set())}>
            Clear selection
          </Button>
          <Button
            onClick={promote}
            aria-disabled={reason !== undefined}
            data-disabled={reason !== undefined || undefined}
            rightSection={<Kbd>{shownKeys('mod+Enter').join(' ')}</Kbd>}
          >
            Copy to {to.name}
          </Button>
        </StickyFooter>
      )}
      {sheet === null ? null : (
        <PromoteSheet
          project={project}
          from={from}
          to={to}
          subjects={sheet}
          role={role}
          onClose={() => setSheet(null)}
          onDone={() => setChosen(new Set())}
        />
      )}
    </>
  )
}

/** Whether the flag is proven to evaluate equally for all users. */
const evaluatesEqually = (impact: FlagImpact | undefined): boolean =>
  impact?.difference.state === 'exact' && impact.difference.moves.length === 0

/** Whether users would notice the difference of a flag. Empty until computed. */
function Answers({ impact, to }: { impact: FlagImpact | undefined; to: string }): ReactNode {
  if (impact === undefined) return null
  if (evaluatesEqually(impact)) {
    return <p className={classes['quiet']}>No one would get a different variant.</p>
  }
  return (
    <details>
      <summary>Who would get a different variant in {to}</summary>
      <FlagMoves impact={impact} named={false} />
    </details>
  )
}

function SubjectLink(props: { project: string; kind: Subject['kind']; subject: string; env: string }): ReactNode {
  const { project, kind, subject, env } = props
  return kind === 'flag' ? (
    <Link to="/p/$project/flags/$flag" params={{ project, flag: subject }} search={{ env }}>
      {subject}
    </Link>
  ) : (
    <Link to="/p/$project/segments/$segment" params={{ project, segment: subject }} search={{ env }}>
      {subject}
    </Link>
  )
}
