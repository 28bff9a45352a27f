import { Button, Select, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Environment, Role } from '../../../../../shared/features/projects/schemas/project.ts'
import type { DocumentDifference, Subject } from '../../../../../shared/features/publishing/schemas/history.ts'
import type { Revision } from '../../../../../shared/features/publishing/schemas/revision.ts'
import type { Difference } from '../../../../../shared/text/diff/difference.ts'
import { placedDifferences } from '../../../../../shared/text/diff/document-difference.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import { trpc } from '../../../trpc.ts'
import { ExactMoves } from '../../impact/exact-moves.tsx'
import { useTwoStates } from '../../impact/use-two-states.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { DifferenceList } from '../../publishing/difference-list.tsx'
import { DocumentView } from '../../publishing/document-view.tsx'
import { publishRefusal } from '../../publishing/publish-permission.ts'
import { RestoreSheet } from '../../publishing/restore-sheet.tsx'
import classes from './history.module.css'

const always = { kind: 'always' } as const

/** One revision: its differences from another revision, the resulting document, and restoring it. */
export function VersionPanel(props: {
  project: string
  environment: Environment
  /** The selected flag or segment. Undefined for the whole environment. */
  subject: Subject | undefined
  newest: number | undefined
  revisions: readonly Revision[]
  chosen: Revision
  /** The revision to compare with. Defaults to the previous one. */
  against: number | undefined
  document: DocumentDifference['after']
  changed: readonly Difference[] | null
  role: Role | undefined
  links: ReactNode
  onCompare: (with_: number | undefined) => void
}): ReactNode {
  const {
    project,
    environment,
    subject,
    newest,
    revisions,
    chosen,
    against,
    document,
    changed,
    role,
    links,
    onCompare,
  } = props
  const [restoring, setRestoring] = useState(false)
  const before = chosen.number - 1
  const from = against ?? before
  const known = against === undefined ? changed : null
  const diff = trpc.history.diff.useQuery(
    { project, environment: environment.key, from, to: chosen.number, ...subject },
    { enabled: known === null || subject === undefined },
  )
  const subjects = subject === undefined ? (diff.data?.differences ?? []) : [subject]
  const between = useTwoStates(
    project,
    { environment: environment.key, revision: from },
    { environment: environment.key, revision: chosen.number },
    subjects,
  )
  const reason = newest === chosen.number ? 'This is the current revision.' : publishRefusal(role, environment)
  const open = () => {
    if (reason === undefined) setRestoring(true)
  }
  useShortcut('r', 'Restore this revision', open)
  const others = revisions.filter(({ number }) => number !== chosen.number && number !== before)
  return (
    <section className={classes['panel']} aria-label={`Revision ${chosen.number}`}>
      <div className={classes['title']}>
        <h2>
          Revision {chosen.number} by {chosen.actor.name}
        </h2>
        <div className={classes['actions']}>
          <Select
            aria-label="Compare with"
            data={[
              { value: String(before), label: 'Compared with previous' },
              ...others.map(({ number }) => ({
                value: String(number),
                label: number === newest ? `Compared with ${number} (current)` : `Compared with ${number}`,
              })),
            ]}
            value={String(from)}
            allowDeselect={false}
            onChange={(value) => onCompare(value === String(before) ? undefined : Number(value))}
          />
          <Button
            variant="default"
            onClick={open}
            aria-disabled={reason !== undefined}
            data-disabled={reason !== undefined || undefined}
            title={reason}
          >
            Restore this revision
          </Button>
        </div>
      </div>
      <div>
        <h3>{against === undefined ? 'What changed in this revision' : `From revision ${from} to ${chosen.number}`}</h3>
        {known === null ? (
          <Loaded
            query={diff}
            what="the differences"
            loading={<Skeleton h={60} />}
            isEmpty={({ differences }) => differences.length === 0}
            empty={<p className={classes['quiet']}>No differences between the two.</p>}
          >
            {({ differences }) => <DifferenceList differences={placedDifferences(differences)} />}
          </Loaded>
        ) : (
          <DifferenceList differences={known} />
        )}
      </div>
      {subjects.length === 0 ? null : (
        <div>
          <h3>Who got a different variant</h3>
          {between.failed ? (
            <p className={classes['quiet']}>Couldn’t read both revisions.</p>
          ) : (
            <ExactMoves question={between.question} promised={always} />
          )}
        </div>
      )}
      {document === null || subject === undefined ? null : (
        <div>
          <h3>Full {subject.kind} at this revision</h3>
          <DocumentView document={document} />
        </div>
      )}
      <p className={classes['links']}>{links}</p>
      {restoring ? (
        <RestoreSheet
          project={project}
          environment={environment}
          subject={subject}
          to={chosen.number}
          role={role}
          onClose={() => setRestoring(false)}
        />
      ) : null}
    </section>
  )
}
