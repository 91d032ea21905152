import { Link } from '#web/app/Link.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import { Menu } from '#web/ui/Menu.tsx';

/** One's own menu, behind one's own cameo. */
export function AccountMenu({
  name,
  photo,
  admin,
}: {
  name: string;
  photo?: string | null | undefined;
  admin?: boolean;
}) {
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="account">
          <Cameo name={name} photo={photo} width={2.4} />
          <span className="sr">{name}: your account</span>
        </button>
      }
      content={({ MenuGroup, MenuLink, MenuRule }) => (
        <>
          <MenuGroup label={name} />
          <MenuLink link={<Link to="/settings/" />}>Your settings</MenuLink>
          <MenuLink link={<Link to="/settings/permissions" />}>Permissions</MenuLink>
          <MenuLink link={<Link to="/how-it-works" />}>How it works</MenuLink>
          {admin && <MenuLink link={<Link to="/writer/" />}>Writer</MenuLink>}
          <MenuRule />
          <MenuLink link={<Link to="/sign-out" />}>Sign out</MenuLink>
        </>
      )}
    />
  );
}
