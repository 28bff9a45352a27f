import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Email } from '../../../../../shared/features/access/schemas/account.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { fieldProblems } from '../../../components/field-problems.ts'
import { FormError } from '../../../components/form-error.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './card.module.css'
import { Card } from './card.tsx'

/** Requests a link that sets a new password. The response never reveals whether the address has an account. */
export function ForgotScreen(): ReactNode {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const request = trpc.account.requestReset.useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldProblems(Email, email)['']
    setProblem(found ?? null)
    if (found === undefined) request.mutate({ email })
  }
  const back = (
    <Link to="/login" className={classes['quiet']}>
      Back to sign-in
    </Link>
  )
  if (request.isSuccess) {
    return (
      <Card
        title="Check your email"
        lead={`If ${email} has an account, a reset link is on its way. It works for one hour.`}
      >
        <p className={classes['note']}>
          Nothing arrived? This server may not be set up to send email. An owner can create a reset link for you.
        </p>
        <div className={classes['others']}>{back}</div>
      </Card>
    )
  }
  return (
    <Card title="Forgot password" lead="We’ll send you a link to set a new one.">
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problem}
        />
        <FormError refusal={request.error ? refusalOf(request.error) : null} fields={[]} />
        <Button type="submit" loading={request.isPending}>
          Send reset link
        </Button>
      </form>
      <div className={classes['others']}>{back}</div>
    </Card>
  )
}
