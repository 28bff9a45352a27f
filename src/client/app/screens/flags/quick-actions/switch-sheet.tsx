import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { differences } from '../../../../../shared/text/diff/difference.ts'
import { Affected } from '../../../features/affected/affected.tsx'
import { Loaded } from '../../../features/loading/loaded.tsx'
import { PublishSheet } from '../../../features/publishing/publish-sheet.tsx'
import { trpc } from '../../../trpc.ts'
import { usePublish } from '../targeting/use-publish.ts'
import { needsReview } from './may-switch.ts'
import type { SwitchAct } from './use-switch.ts'

/** A switch in a protected environment: nothing happens until the sheet's button is pressed. */
export function SwitchSheet(props: { project: string; act: SwitchAct; onClose: () => void }): ReactNode {
  const { project, act, onClose } = props
  const page = trpc.flags.get.useQuery({ project, flag: act.flag })
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const { publish, requestReview, busy, refusal } = usePublish(project)
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
        const after = { ...head.document, on: act.on }
        const review = needsReview(role, environment, head.document, after)
        const send = async (message: string) => {
          const before = head.document
          const way = review ? requestReview : publish
          if (await way({ environment, before, after, base: head.revision, message })) onClose()
        }
        return (
          <PublishSheet
            subject={act.flag}
            environment={environment}
            differences={differences(head.document, after)}
            busy={busy}
            review={review}
            affected={<Affected project={project} environment={environment.key} after={after} />}
            refusal={refusal}
            onPublish={(message) => void send(message)}
            onClose={onClose}
          />
        )
      }}
    </Loaded>
  )
}
