import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { AddMemberInput } from '../../../../../shared/features/members/schemas/member.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { membershipText } from '../../../../../shared/text/audit/membership.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { ShownOnce } from '../../../components/shown-once.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import classes from './members.module.css'
import { flipped, type Membership, publishing, roleAt } from './membership.ts'
import { EnvironmentTick, RoleField } from './membership-fields.tsx'

const nobody: Membership = { role: 'viewer', environments: null }

/** Invites an email address with a role and environments. The link is shown once. */
export function InviteForm({ project, environments }: { project: string; environments: readonly Environment[] }) {
  const [email, setEmail] = useState('')
  const [membership, setMembership] = useState(nobody)
  const utils = trpc.useUtils()
  const create = trpc.invitations.create.useMutation({
    onSuccess: async () => {
      setEmail('')
      setMembership(nobody)
      await utils.invitations.list.invalidate({ project })
    },
  })
  const keys = environments.map(({ key }) => key)
  const input = { project, email, role: membership.role, environments: membership.environments?.slice() ?? null }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problems.fits(AddMemberInput, input)) create.mutate(input)
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
          <RoleField label="Role" membership={membership} onChange={setMembership} />
          <fieldset className={classes['ticks']} aria-label="Environments for this role">
            {environments.map((environment) => (
              <span key={environment.key} className={classes['place']}>
                <EnvironmentTick
                  label={environment.name}
                  word={<EnvironmentMark environment={environment} />}
                  membership={membership}
                  environment={environment.key}
                  onFlip={() => setMembership(flipped(membership, environment.key, keys))}
                />
                <Checkbox
                  size="xs"
                  label="publish"
                  aria-label={`Publish in ${environment.name}`}
                  checked={['publisher', 'admin'].includes(roleAt(membership, environment.key))}
                  disabled={membership.role === 'admin'}
                  onChange={() => setMembership(publishing(membership, environment.key, keys))}
                />
              </span>
            ))}
          </fieldset>
          <Button type="submit" loading={create.isPending}>
            Send
          </Button>
        </div>
        <p className={classes['hint']}>
          {email.trim() || 'This person'} will join as {membershipText(membership)}. Viewers can see everything and
          change nothing.
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
