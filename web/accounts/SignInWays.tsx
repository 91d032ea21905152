import { NavLink } from '#web/app/NavLink.tsx';
import { useReturnPath } from './return-path.ts';

/** The links between the sign-in methods; they keep the return path. */
export function SignInWays() {
  const { withReturn } = useReturnPath();
  return (
    <nav className="ways" aria-label="How to sign in">
      <NavLink to={withReturn('/sign-in')} end>
        Email
      </NavLink>
      <NavLink to={withReturn('/sign-in/phone')}>Phone</NavLink>
    </nav>
  );
}
