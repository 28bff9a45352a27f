import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Password } from '../../../../../shared/features/access/schemas/account.ts'
import { limits } from '../../../../../shared/limits.ts'
import { problemAt, refusalOf } from '../../../../api/refusal.ts'
import { fieldProblems } from '../../../components/field-problems.ts'
import { FormError } from '../../../components/form-error.tsx'
import { PasswordField } from '../../../components/password-field.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './card.module.css'
import { Card } from './card.tsx'

const route = getRouteApi('/reset/$token')

/** Sets a new password with a reset link. This ends every session of the account. */
export function ResetScreen(): ReactNode {
  const { token } = route.useParams()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const reset = trpc.account.resetPassword.useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldProblems(Password, password)['']
    setProblem(found ?? null)
    if (found === undefined) reset.mutate({ token, password })
  }
  const refusal = reset.error ? refusalOf(reset.error) : null
  if (reset.isSuccess) {
    return (
      <Card title="Password changed" lead="You’ve been signed out everywhere. Sign in with your new password.">
        <Button component={Link} to="/login" fullWidth>
          Sign in
        </Button>
      </Card>
    )
  }
  return (
    <Card title="Set a new password" lead="It replaces your old password everywhere.">
      <form onSubmit={submit} noValidate>
        <PasswordField
          label="New password"
          description={`At least ${limits.passwordMin} characters`}
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problem ?? (refusal ? problemAt(refusal, 'password') : null)}
        />
        <FormError refusal={refusal} fields={['password']} />
        <Button type="submit" loading={reset.isPending}>
          Set password
        </Button>
      </form>
      <div className={classes['others']}>
        <Link to="/forgot" className={classes['quiet']}>
          Request a new link
        </Link>
      </div>
    </Card>
  )
}
