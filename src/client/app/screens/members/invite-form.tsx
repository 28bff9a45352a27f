import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CreateInvitationInput } from '../../../../shared/schemas/member.ts'
import type { Environment } from '../../../../shared/schemas/project.ts'
import { standingText } from '../../../../shared/text/audit/standing.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { FormError } from '../../components/form-error.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { useProblems } from '../../components/use-problems.ts'
import { EnvironmentMark } from '../../features/environments/environment-mark.tsx'
import { trpc } from '../../trpc.ts'
import classes from './members.module.css'
import { flipped, publishing, roleAt, type Standing } from './standing.ts'
import { EnvironmentTick, RoleField } from './standing-fields.tsx'

const nobody: Standing = { role: 'viewer', environments: null }

/** Invites an address: who, in which environments with which role, and the link, shown this once. */
export function InviteForm({ project, environments }: { project: string; environments: readonly Environment[] }) {
  const [email, setEmail] = useState('')
  const [standing, setStanding] = useState(nobody)
  const utils = trpc.useUtils()
  const create = trpc.invitations.create.useMutation({
    onSuccess: async () => {
      setEmail('')
      setStanding(nobody)
      await utils.invitations.list.invalidate({ project })
    },
  })
  const keys = environments.map(({ key }) => key)
  const input = { project, email, role: standing.role, environments: standing.environments?.slice() ?? null }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problems.fits(CreateInvitationInput, input)) create.mutate(input)
  }
  const refusal = create.error ? refusalOf(create.error) : null
  const problems = useProblems(refusal)
  return (
    <section aria-labelledby="invite">
      <h2 id="invite" className={classes['heading']}>
        Invite
      </h2>
      <form onSubmit={submit} noValidate>
        <div className={classes['invite']}>
          <TextInput
            className={classes['email'] ?? ''}
            label="Email"
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={problems.at('email')}
          />
          <RoleField label="Role" standing={standing} onChange={setStanding} />
          <fieldset className={classes['ticks']} aria-label="Environments for this role">
            {environments.map((environment) => (
              <span key={environment.key} className={classes['place']}>
                <EnvironmentTick
                  label={environment.name}
                  word={<EnvironmentMark environment={environment} />}
                  standing={standing}
                  environment={environment.key}
                  onFlip={() => setStanding(flipped(standing, environment.key, keys))}
                />
                <Checkbox
                  size="xs"
                  label="publish"
                  aria-label={`Publish in ${environment.name}`}
                  checked={['publisher', 'admin'].includes(roleAt(standing, environment.key))}
                  disabled={standing.role === 'admin'}
                  onChange={() => setStanding(publishing(standing, environment.key, keys))}
                />
              </span>
            ))}
          </fieldset>
          <Button type="submit" loading={create.isPending}>
            Send
          </Button>
        </div>
        <p className={classes['hint']}>
          {email.trim() || 'This person'} will join as {standingText(standing)}. Viewers can see everything and change
          nothing.
        </p>
        <FormError refusal={refusal} fields={['email']} />
      </form>
      {create.data ? (
        <Sent link={create.data.link} email={create.data.invitation.email} mailed={create.data.mailed} />
      ) : null}
    </section>
  )
}

function Sent({ link, email, mailed }: { link: string; email: string; mailed: boolean }): ReactNode {
  return (
    <ShownOnce text={link} copy="Copy link">
      {mailed
        ? `Emailed the link to ${email}. It’s also shown here, only once.`
        : `Send this link to ${email} yourself. It’s shown only once.`}{' '}
      It works for one week.
    </ShownOnce>
  )
}
