import { type Category, categories } from "#contracts/subject/api";
import { TagToggle } from "../../ui/tag.tsx";

/** The four tags of a problem, one of them chosen (spec/ui.md §17.1). */
export const TagChoice = ({
  chosen,
  onChoose,
}: {
  chosen: Category | null;
  onChoose: (category: Category) => void;
}) => (
  <>
    <span>태그 선택:</span>
    {categories.map((category) => (
      <TagToggle
        key={category}
        category={category}
        pressed={category === chosen}
        lacks={chosen === null}
        onPick={() => onChoose(category)}
      />
    ))}
  </>
);
