import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { allows } from '../../../../../shared/permissions.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { done } from '../../../components/toast.tsx'
import { TypedConfirm } from '../../../components/typed-confirm.tsx'
import { trpc } from '../../../trpc.ts'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { ForgetUser } from './forget-user.tsx'
import classes from './settings.module.css'

const route = getRouteApi('/in/p/$project/settings/danger')

export function DangerScreen(): ReactNode {
  const { project: key } = route.useParams()
  const navigate = route.useNavigate()
  const project = trpc.projects.get.useQuery({ project: key }).data
  const [asking, setAsking] = useState(false)
  const utils = trpc.useUtils()
  const archive = trpc.projects.archive.useMutation({
    onSuccess: async ({ name }) => {
      await navigate({ to: '/projects' })
      await utils.projects.invalidate()
      done(`Archived ${name}`)
    },
  })
  const name = project?.name ?? key
  return (
    <SettingsPage>
      <ForgetUser project={key} role={project?.role} />
      <SettingsSection title="Archive project">
        <PermissionNotice project={key} permission="project.edit" />
        <div className={classes['danger']}>
          <p>
            {name} is hidden from its members. Applications using its keys are refused and keep their last values;
            scheduled changes are on hold. Instance owners can restore it from the project list.
          </p>
          <Button
            variant="outline"
            color="red"
            disabled={project === undefined || !allows(project.role, 'project.edit')}
            onClick={() => setAsking(true)}
          >
            Archive {name}
          </Button>
        </div>
      </SettingsSection>
      {asking ? (
        <TypedConfirm
          title={`Archive ${name}`}
          name={key}
          act="Archive project"
          busy={archive.isPending}
          refusal={archive.error ? refusalOf(archive.error) : null}
          onClose={() => setAsking(false)}
          onConfirm={() => archive.mutate({ project: key, confirm: key })}
        >
          Its flags, history and members are kept until an owner restores it.
        </TypedConfirm>
      ) : null}
    </SettingsPage>
  )
}
