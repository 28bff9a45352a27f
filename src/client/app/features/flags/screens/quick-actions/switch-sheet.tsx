import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { differences } from '../../../../../../shared/text/diff/difference.ts'
import { generateTitle } from '../../../../../../shared/text/diff/generate-title.ts'
import { trpc } from '../../../../trpc.ts'
import { AffectedFlagsList } from '../../../affected/affected-flags-list.tsx'
import { useOtherFlags } from '../../../affected/use-other-flags.ts'
import { Loaded } from '../../../loading/loaded.tsx'
import { switchPublishedText } from '../../../publishing/act-name.ts'
import { wasRejectedWithoutReview } from '../../../publishing/publish-permission.ts'
import { PublishSheet } from '../../../publishing/publish-sheet.tsx'
import { type PublishOverrides, usePublish } from '../../../publishing/use-publish.ts'
import { useReviewers } from '../../../publishing/use-reviewers.ts'
import { Overlaps } from '../targeting/overlaps.tsx'
import { useOpenChanges } from '../targeting/use-open-changes.ts'
import { needsReview } from './needs-review.ts'
import type { SwitchAct } from './use-switch.ts'

/** Confirms a switch in a protected environment. Nothing is published until the user confirms. */
export function SwitchSheet(props: { project: string; act: SwitchAct; onClose: () => void }): ReactNode {
  const { project, act, onClose } = props
  const page = trpc.flags.get.useQuery({ project, flag: act.flag })
  return (
    <Loaded
      query={page}
      what={act.flag}
      loading={<Skeleton h={2} />}
      isEmpty={(data) => data.heads[act.environment] === undefined}
      empty={null}
    >
      {(data) => {
        const environment = data.environments.find((one) => one.key === act.environment)
        const head = data.heads[act.environment]
        if (environment === undefined || head === undefined) return null
        return (
          <KnownSwitch
            project={project}
            environment={environment}
            before={head.document}
            base={head.revision}
            on={act.on}
            onClose={onClose}
          />
        )
      }}
    </Loaded>
  )
}

function KnownSwitch(props: {
  project: string
  environment: Environment
  before: FlagDocument
  base: number
  on: boolean
  onClose: () => void
}): ReactNode {
  const { project, environment, before, base, on, onClose } = props
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const { publish, requestReview, busy, refusal } = usePublish(project)
  const after = { ...before, on }
  const comingTo = useOpenChanges(project, before.key)
  const reviewers = useReviewers(project, environment)
  const others = useOtherFlags({ project, environment: environment.key, after })
  // Turning a flag off may turn dependent flags on, which needs a review. So does a publish that the server rejected as
  // unreviewed.
  const reaches = environment.requiredApprovals > 0 && others !== null && !on && !others.turnsOff
  const review = reaches || wasRejectedWithoutReview(refusal) || needsReview(role, environment, before, after)
  const send = async (message: string, past: PublishOverrides, reviewers?: readonly string[]) => {
    const way = review ? requestReview : publish
    const said = switchPublishedText(before, after, environment.name)
    const entries = [{ kind: 'flag' as const, key: after.key, document: after }]
    if (await way({ environment, base, message, entries, past, reviewers, ...(said && { said }) })) onClose()
  }
  return (
    <PublishSheet
      subject={before.key}
      environment={environment}
      differences={differences(before, after)}
      busy={busy}
      review={review}
      affected={<AffectedFlagsList project={project} environment={environment.key} after={after} />}
      refusal={refusal}
      promised={{ project, edits: [{ kind: 'flag', key: before.key, document: after }] }}
      note={generateTitle([{ kind: 'flag', key: before.key, where: environment.name, before, document: after }])}
      reviewers={reviewers}
      warnings={<Overlaps project={project} where={environment.name} coming={comingTo(environment.key)} />}
      cancel="Cancel"
      breakable
      onPublish={(message, _time, past, asked) => void send(message, past, asked)}
      onClose={onClose}
    />
  )
}
