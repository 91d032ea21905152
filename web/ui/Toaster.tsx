import 'sonner/dist/styles.css';
import './Toaster.css';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Toaster as Sonner, toast } from 'sonner';
import { Icon } from './Icon.tsx';

const dress = {
  toast: 'toast',
  actionButton: 'toast-do',
  success: 'toast-ok',
  info: 'toast-info',
  warning: 'toast-warn',
  error: 'toast-error',
  loading: 'toast-wait',
};

const icons = {
  success: <Icon of={Check} />,
  info: <Icon of={Info} />,
  warning: <Icon of={TriangleAlert} />,
  error: <Icon of={CircleAlert} />,
  loading: <Icon of={LoaderCircle} />,
};

/** Where notices appear, on every screen: 3600 ms, 16 from the edge, 12 between, at most 3, 356 wide. */
export function Toaster() {
  return (
    // Sonner would take the focus back to where it came from, whenever somebody has gone on or the last notice goes:
    // it is not told of the focus, which `focus-stays.ts` looks after.
    <div className="contents" onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        duration={3600}
        offset={16}
        mobileOffset={16}
        gap={12}
        expand={false}
        visibleToasts={3}
        theme="system"
        position="bottom-right"
        icons={icons}
        toastOptions={{ unstyled: true, classNames: dress }}
      />
    </div>
  );
}

export { toast };
