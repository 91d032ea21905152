import { Link } from '#web/app/Link.tsx';
import { isAdmin, type Session } from '#web/app/session.ts';
import { Cameo } from '#web/ui/Cameo.tsx';
import { Menu } from '#web/ui/Menu.tsx';

/** The user's menu, opened by their cameo. */
export function AccountMenu({ session }: { session: Session }) {
  const { id, name, image } = session.user;
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="account">
          <Cameo of={id} name={name} photo={image} width={2.4} />
          <span className="sr">{name}: your account</span>
        </button>
      }
      content={({ MenuGroup, MenuLink, MenuRule }) => (
        <>
          <MenuGroup label={name} />
          <MenuLink link={<Link to="/settings/" />}>Your settings</MenuLink>
          <MenuLink link={<Link to="/settings/permissions" />}>Permissions</MenuLink>
          <MenuLink link={<Link to="/how-it-works" />}>How it works</MenuLink>
          {isAdmin(session) && <MenuLink link={<Link to="/writer/" />}>Writer</MenuLink>}
          <MenuRule />
          <MenuLink link={<Link to="/sign-out" />}>Sign out</MenuLink>
        </>
      )}
    />
  );
}
