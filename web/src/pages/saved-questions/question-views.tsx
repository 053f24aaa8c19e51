import { useTexts } from '../../i18n/texts';
import { View, Views } from '../../ui/views';
import { boardTexts } from './board-texts';

/** What people have saved, one by one or side by side. */
export function QuestionViews({ shown }: { readonly shown: 'questions' | 'boards' }) {
  const t = useTexts(boardTexts);
  return (
    <Views label={t.views}>
      <View to="/saved-questions" search={{}} isShown={shown === 'questions'}>
        {t.questions}
      </View>
      <View to="/saved-questions/boards" search={{}} isShown={shown === 'boards'}>
        {t.title}
      </View>
    </Views>
  );
}
